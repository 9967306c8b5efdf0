'use strict';

const { compact } = require('../src/compact');

/**
 * @param {Record<string, unknown>} own
 * @returns {any} a line of blocks.ndjson, as far as it counts
 */
function line(own) {
  return {
    workload: 'hello',
    process: 1,
    block: 1,
    role: 'subject',
    kind: 'throughput',
    invalid: null,
    problem: null,
    sample: { requestsPerSecond: 1_000, latencyMicros: { p99: 300 } },
    ...own,
  };
}

/** @param {number} requestsPerSecond */
function speed(requestsPerSecond) {
  return { sample: { requestsPerSecond } };
}

const GATE = {
  verdict: 'fail',
  culprits: ['node/koa hello.throughput'],
  comparisons: [
    {
      workload: 'hello',
      faults: [`(status): ${'x'.repeat(1_000)}`],
      invalid: 'driver-bound',
      metrics: [
        {
          name: 'node/koa hello.throughput',
          verdict: 'fail',
          measured: 0.912345,
          blocks: 14,
          resolves: null,
        },
      ],
    },
  ],
};

test('of the report its verdict, the names, and the figures of each metric', () => {
  const { verdict, named, notes, metrics } = compact({ gate: GATE }, []);
  expect(verdict).toBe('fail');
  expect(named).toEqual(['hello.throughput']);
  expect(notes).toHaveLength(2);
  expect(notes[0]).toHaveLength(200);
  expect(notes[1]).toBe('hello: driver-bound');
  expect(metrics).toEqual([
    { name: 'hello.throughput', verdict: 'fail', measured: 0.9123, blocks: 14, resolves: null },
  ]);
});

test('of the blocks the two figures of each, pair by pair, whatever their order', () => {
  const lines = [
    line({ process: 2, role: 'reference', ...speed(2_000) }),
    line({ process: 2, ...speed(1_900) }),
    line({ block: 2, ...speed(1_002) }),
    line({ block: 2, role: 'reference', ...speed(1_003) }),
    line({ ...speed(1_000) }),
    line({ role: 'reference', ...speed(1_001.49) }),
  ];
  const { slices } = compact({ gate: GATE }, lines);
  expect(slices).toEqual([
    {
      workload: 'hello',
      kind: 'throughput',
      leftOut: 0,
      pairs: [
        [
          [1_001, 1_003],
          [1_000, 1_002],
        ],
        [[2_000], [1_900]],
      ],
    },
  ]);
});

test.each([
  ['invalid', { invalid: 'driver-bound' }],
  ['with a problem', { problem: 'it ended' }],
  ['without a sample', { sample: null }],
])('a block is left out with a slice %s, and counted', (_what, bad) => {
  const lines = [
    line({}),
    line({ role: 'reference', ...bad }),
    line({ block: 2 }),
    line({ block: 2, role: 'reference' }),
  ];
  const [{ leftOut, pairs }] = compact({ gate: GATE }, lines).slices;
  expect(leftOut).toBe(1);
  expect(pairs).toEqual([[[1_000], [1_000]]]);
});

test('p99 is apart from throughput, and the warm-up is nowhere', () => {
  const lines = [
    line({ kind: 'p99' }),
    line({ kind: 'p99', role: 'reference' }),
    line({ block: 0 }),
    line({ kind: 'warm-up' }),
  ];
  const { slices } = compact({ gate: GATE }, lines);
  expect(slices).toEqual([{ workload: 'hello', kind: 'p99', leftOut: 0, pairs: [[[300], [300]]] }]);
});
