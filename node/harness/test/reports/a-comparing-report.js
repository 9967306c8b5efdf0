/** Reports of head against base, as `loadline compare` writes them, for tests of what is made of them. */
'use strict';

const { comparison, gate, metric, report } = require('./a-report');

const REVISIONS = {
  base: { name: 'main', commit: '62c402d1f0a94b6e8d3c5a7b9e0f1a2b3c4d5e6f' },
  head: { name: 'HEAD', commit: 'cefd99c8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2' },
};

/**
 * @param {any[]} comparisons
 * @param {{ gate?: object, report?: object }} [more]
 * @returns {any}
 */
function comparingReport(comparisons, more = {}) {
  return report({
    schemaVersion: '2.1',
    command: 'compare',
    revisions: REVISIONS,
    notCompared: [],
    gate: gate(comparisons, more.gate),
    ...more.report,
  });
}

/**
 * @param {string} stack
 * @param {string} workload
 * @param {'pass' | 'fail' | 'inconclusive'} verdict
 * @param {object} [more]
 * @returns {any} head and base on one workload, throughput judged
 */
function againstBase(stack, workload, verdict, more = {}) {
  return comparison(stack, {
    reference: `${stack}@base`,
    workload,
    verdict,
    metrics: [throughput(stack, workload, verdict)],
    ...more,
  });
}

const FOUND = {
  pass: { measured: 1.004, interval: [0.989, 1.021], resolves: null },
  fail: { measured: 0.921, interval: [0.902, 0.941], resolves: null },
  inconclusive: { measured: 0.971, interval: [0.93, 1.012], resolves: 0.93 },
};

/**
 * @param {string} stack
 * @param {string} workload
 * @param {'pass' | 'fail' | 'inconclusive'} verdict
 * @returns {any}
 */
function throughput(stack, workload, verdict) {
  return metric(stack, {
    name: `${stack} ${workload}.throughput`,
    key: 'throughputOfBaseMin',
    limit: 0.985,
    pointer: '/regression/throughputLossMax',
    verdict,
    blocks: 14,
    ...FOUND[verdict],
  });
}

/**
 * @param {string} stack
 * @param {string} workload
 * @param {'pass' | 'fail'} verdict
 * @returns {any}
 */
function p99(stack, workload, verdict) {
  return metric(stack, {
    name: `${stack} ${workload}.p99`,
    key: 'p99OfBaseMax',
    limit: 1.056,
    pointer: '/regression/p99IncreaseMax',
    verdict,
    measured: verdict === 'fail' ? 1.41 : 0.99,
    interval: verdict === 'fail' ? [1.22, 1.66] : [0.9, 1.05],
    blocks: 14,
    resolves: null,
  });
}

/** @returns {any} a fail, an undecided one and one that passes */
function failedReport() {
  return comparingReport(
    [
      againstBase('node/fastify', 'hello', 'pass'),
      againstBase('node/koa', 'hello', 'fail'),
      againstBase('node/koa', 'hash', 'inconclusive'),
    ],
    {
      gate: { verdict: 'fail', culprits: ['node/koa hello.throughput'] },
      report: { passed: false, notCompared: [{ stack: 'node/new', reason: 'the base has none' }] },
    },
  );
}

module.exports = { againstBase, comparingReport, failedReport, p99 };
