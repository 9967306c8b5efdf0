/** What a suite of one's own is told when a server does not hold its line, or does not speak a contract. */
'use strict';

const { toHoldItsLine, toSpeak } = require('../../src/jest/matchers');

/**
 * @param {any} found
 * @param {any} [more]
 * @returns {any} a server of which that was measured
 */
function server(found, more = {}) {
  const subject = 'node/own';
  const nothing = { faults: [], drifts: [], invalid: null, metrics: [], notJudged: null };
  return {
    id: subject,
    inconclusive: 'warn',
    comparisonOf: async (/** @type {string} */ workload) => ({
      subject,
      workload,
      ...nothing,
      ...found,
    }),
    failuresOf: async () => [],
    ...more,
  };
}

const OPEN = {
  verdict: 'inconclusive',
  metrics: [
    {
      key: 'throughputOfYardstickMin',
      limit: 0.5,
      pointer: '/stacks/node~1own/hash/x',
      verdict: 'inconclusive',
      measured: 0.5,
      interval: [null, null],
      blocks: 40,
    },
  ],
};

test('a server that passed holds its line', async () => {
  const { pass, message } = await toHoldItsLine(server({ verdict: 'pass' }), 'hash');
  expect(pass).toBe(true);
  expect(message()).toBe('node/own holds hash');
});

test('a server that failed is told with the message of all callers', async () => {
  const metrics = [{ ...OPEN.metrics[0], verdict: 'fail', measured: 0.4 }];
  const { pass, message } = await toHoldItsLine(server({ verdict: 'fail', metrics }), 'hash');
  expect(pass).toBe(false);
  expect(message()).toBe(
    'node/own hash: throughput below its limit\n' +
      '  required  >= 0.500 of the yardstick   (thresholds.json /stacks/node~1own/hash/x)\n' +
      '  measured     0.400   (40 blocks)',
  );
});

test.each([
  ['pass', true],
  ['warn', true],
  ['fail', false],
])(
  'what is inconclusive, where thresholds.json says %s, holds: %s',
  async (inconclusive, holds) => {
    const own = server(OPEN, { inconclusive });
    const write = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const { pass } = await toHoldItsLine(own, 'hash');
    const warnings = write.mock.calls.length;
    write.mockRestore();
    expect({ pass, warnings }).toEqual({ pass: holds, warnings: inconclusive === 'warn' ? 1 : 0 });
  },
);

test('what is invalid is no pass, and says why', async () => {
  const cell = { verdict: 'invalid', invalid: '8 of 8 blocks are invalid: late sends (8)' };
  const { pass, message } = await toHoldItsLine(server(cell), 'hash');
  expect(pass).toBe(false);
  expect(message()).toContain('8 of 8 blocks are invalid: late sends (8)');
});

test('what has no limits does not hold them', async () => {
  const cell = { verdict: null, notJudged: 'thresholds.json has no limits for it' };
  const { pass, message } = await toHoldItsLine(server(cell), 'hash');
  expect(pass).toBe(false);
  expect(message()).toBe('node/own hash: thresholds.json has no limits for it');
});

test('limits of the expectation are measured by', async () => {
  const comparisonOf = jest.fn().mockResolvedValue({ verdict: 'pass', faults: [], metrics: [] });
  await toHoldItsLine(server({}, { comparisonOf }), 'hash', { p99MillisMax: 7 });
  expect(comparisonOf).toHaveBeenCalledWith('hash', { p99MillisMax: 7 });
});

test('a server speaks a contract when every case holds', async () => {
  expect((await toSpeak(server({}), 'hash')).pass).toBe(true);
  const failuresOf = async () => ['one is wrong', 'another too'];
  const { pass, message } = await toSpeak(server({}, { failuresOf }), { workload: 'hash' });
  expect(pass).toBe(false);
  expect(message()).toBe('one is wrong\n\nanother too');
});
