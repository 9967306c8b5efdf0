/** Runs that tests of the page show: one with one of everything, and one of many cells. */
'use strict';

const { cell, throughput, writeRun } = require('./a-run');

const FIRST_LETTER = 'a'.charCodeAt(0);

/** @returns {ReturnType<typeof writeRun>} a run with one of everything */
function mixedRun() {
  const pointer = (/** @type {string} */ id) => `/stacks/node~1${id}/hash`;
  const only = (/** @type {string} */ id, /** @type {object} */ more) => [
    throughput(`node/${id}`, 'hash', pointer(id), more),
  ];
  const slow = { verdict: 'fail', measured: 0.3, interval: [0.29, 0.31] };
  const late = { verdict: 'invalid', measured: null, interval: [null, null], blocks: 0 };
  const comparisons = [
    cell('node/fine', 'hash'),
    cell('node/slow', 'hash', { verdict: 'fail', metrics: only('slow', slow) }),
    cell('node/open', 'hash', {
      verdict: 'inconclusive',
      metrics: only('open', { verdict: 'inconclusive', measured: 0.51, interval: [0.48, 0.55] }),
    }),
    cell('node/late', 'hash', {
      verdict: 'invalid',
      invalid: 'driver-bound (8)',
      metrics: only('late', late),
    }),
    cell('node/fine', 'hello'),
    cell('node/fine', 'todos', {
      verdict: null,
      metrics: [],
      notMeasured: ['node/fine todos.p99: left to --full'],
    }),
  ];
  const service = {
    name: 'redis',
    source: 'embedded',
    description: 'Redis 7',
    notRun: null,
    required: false,
  };
  return writeRun(comparisons, {
    gate: { verdict: 'fail', culprits: ['node/slow hash.throughput'] },
    report: { passed: false, services: [service], notes: ['a note'] },
  });
}

/**
 * @param {number} stacks
 * @param {number} workloads
 * @param {number} [blocks]
 */
function manyCells(stacks, workloads, blocks) {
  const cells = Array.from({ length: stacks }, (_, stackAt) =>
    Array.from({ length: workloads }, (__, workloadAt) =>
      cell(`node/s${stackAt}`, `w${String.fromCharCode(FIRST_LETTER + workloadAt)}`),
    ),
  );
  return writeRun(cells.flat(), { blocks });
}

module.exports = { manyCells, mixedRun };
