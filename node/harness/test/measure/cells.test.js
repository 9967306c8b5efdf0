/** What is made of recorded blocks: evidence, verdicts, culprits, and when enough was seen. */
'use strict';

const { Cells, judgeBlocks } = require('../../src/measure/cells');
const { Trial } = require('../../src/measure/trial');
const { limitsOf } = require('../../src/thresholds/limits');
const { closedSample, openSample, pair, record } = require('./a-block');

/**
 * @param {Record<string, any>} limits of node/a on hash
 * @param {object} [gate]
 * @returns {any}
 */
function thresholds(limits, gate = {}) {
  return {
    gate: { falseAlarm: 0.01, missed: 0.05, maxBlocks: 40, inconclusive: 'warn', ...gate },
    stacks: { 'node/a': { hash: limits } },
  };
}

/** @param {number} requestsPerSecond */
function speed(requestsPerSecond) {
  return closedSample({ requestsPerSecond });
}

/**
 * @param {number} count
 * @param {(block: number) => any[]} block
 */
function blocks(count, block) {
  return Array.from({ length: count }, (_, at) => block(at + 1)).flat();
}

/**
 * @param {number} metrics of the run
 * @param {number} process which set of processes
 */
function blocksToFail(metrics, process) {
  const assurance = { alpha: 0.01, beta: 0.05, minBlocks: 1, maxBlocks: 40, metrics };
  const [limit] = limitsOf(HALF, 'node/a', 'hash');
  const trial = new Trial('node/a', 'hash', limit, assurance, { process, before: null });
  while (trial.verdict !== 'fail') trial.add(0.2);
  return trial.harms.length;
}

const HALF = thresholds({ throughputOfYardstickMin: 0.5 });

test('a stack well above its limit passes, in seven blocks', () => {
  const cells = new Cells(HALF, [{ stack: 'node/a', workload: 'hash' }]);
  let block = 0;
  while (cells.of('node/a', 'hash')?.needs('throughput')) {
    cells.addBlock(pair(++block, speed(7_000), speed(10_000)));
  }
  expect(block).toBe(7);
  const { verdict, culprits, cells: all } = cells.outcome();
  expect({ verdict, culprits }).toEqual({ verdict: 'pass', culprits: [] });
  expect(all[0]).toMatchObject({ verdict: 'pass', reference: 'node/yardstick', invalid: null });
  expect(all[0].metrics[0]).toMatchObject({
    ...{ name: 'node/a hash.throughput', limit: 0.5, blocks: 7, leftOut: {} },
    pointer: '/stacks/node~1a/hash/throughputOfYardstickMin',
  });
  const { measured, interval } = all[0].metrics[0];
  expect(measured).toBeCloseTo(0.7, 9);
  expect(Number(interval[0])).toBeGreaterThan(0.5);
  expect(Number(interval[0])).toBeLessThan(0.7);
  expect(Number(interval[1])).toBeGreaterThan(0.7);
});

test('a stack below its limit fails and is named, with an interval around what was measured', () => {
  const { verdict, culprits, cells } = judgeBlocks(
    blocks(20, (block) => pair(block, speed(4_000 + 10 * (block % 3)), speed(10_000))),
    HALF,
  );
  expect({ verdict, culprits }).toEqual({ verdict: 'fail', culprits: ['node/a hash.throughput'] });
  const [{ measured, interval }] = cells[0].metrics;
  expect(measured).toBeCloseTo(0.401, 3);
  expect(Number(interval[0])).toBeLessThan(0.401);
  expect(Number(interval[1])).toBeGreaterThan(0.401);
  expect(Number(interval[1])).toBeLessThan(0.5);
});

test('of two metrics, the one that is harmed is named and no other', () => {
  const limits = { throughputOfYardstickMin: 0.5, p99OfYardstickMax: 3 };
  const records = blocks(20, (block) => [
    ...pair(block, speed(9_000), speed(10_000)),
    ...pair(block, openSample(30), openSample(2), { kind: 'p99' }),
  ]);
  const { verdict, culprits, cells } = judgeBlocks(records, thresholds(limits));
  expect({ verdict, culprits }).toEqual({ verdict: 'fail', culprits: ['node/a hash.p99'] });
  expect(cells[0].metrics.map((metric) => metric.verdict)).toEqual(['pass', 'fail']);
});

test('absolute limits want no yardstick', () => {
  const limits = { requestsPerSecondMin: 5_000, p99MillisMax: 50 };
  const records = blocks(8, (block) => [
    record({ block, sample: speed(9_000) }),
    record({ block, kind: 'p99', sample: openSample(20) }),
  ]);
  const { verdict, cells } = judgeBlocks(records, thresholds(limits));
  expect(verdict).toBe('pass');
  expect(cells[0].metrics.map(({ name }) => name)).toEqual([
    'node/a hash.requestsPerSecond',
    'node/a hash.p99Millis',
  ]);
  expect(cells[0].metrics[1].measured).toBeCloseTo(20, 6);
});

test('one wrong answer fails, whatever the speed, and nothing more is measured', () => {
  const cells = new Cells(HALF, [{ stack: 'node/a', workload: 'hash' }]);
  const errors = { total: 1, kinds: { body: { count: 1, examples: ['GET /hash: not 7'] } } };
  cells.addBlock(pair(1, closedSample({ requestsPerSecond: 90_000 }, { errors })));
  expect(cells.of('node/a', 'hash')?.needs('throughput')).toBe(false);
  const { verdict, cells: all } = cells.outcome();
  expect(verdict).toBe('fail');
  expect(all[0].faults).toEqual(['1 of 70,000 answers wrong or missing (body): GET /hash: not 7']);
});

test('a wrong answer in the warm-up fails too', () => {
  const errors = { total: 3, kinds: { status: { count: 3, examples: ['503'] } } };
  const wrong = record({ kind: 'warm-up', block: 0, sample: closedSample({}, { errors }) });
  expect(judgeBlocks([wrong], HALF).verdict).toBe('fail');
});

test('a server that ended fails, and says how', () => {
  const records = pair(1, null, speed(10_000));
  records[0].problem = 'the server ended: exit code 7';
  const { verdict, cells } = judgeBlocks(records, HALF);
  expect(verdict).toBe('fail');
  expect(cells[0].faults).toContain('the server ended: exit code 7');
});

test('blocks that are invalid are left out, and the others count', () => {
  const records = blocks(10, (block) =>
    pair(block, speed(block % 4 === 0 ? 10 : 7_000), speed(10_000), {
      invalid: block % 4 === 0 ? "Little's law: 1 in flight, on 50 connections" : null,
    }),
  );
  const { verdict, cells } = judgeBlocks(records, HALF);
  expect(verdict).toBe('pass');
  expect(cells[0].metrics[0]).toMatchObject({ blocks: 8, leftOut: { "Little's law": 2 } });
});

test('a cell of which most blocks are invalid is invalid, which is no pass, and is soon given up', () => {
  const cells = new Cells(HALF, [{ stack: 'node/a', workload: 'hash' }]);
  let block = 0;
  while (cells.of('node/a', 'hash')?.needs('throughput')) {
    const late = record({ block: ++block, sample: speed(7_000) });
    const bound = { arm: 'node/yardstick', role: 'reference', invalid: 'driver-bound: by far' };
    cells.addBlock([late, record({ block, sample: speed(9_000), ...bound })]);
  }
  expect(block).toBe(8);
  const { verdict, cells: all } = cells.outcome();
  expect(verdict).toBe('invalid');
  expect(all[0].invalid).toBe(
    '8 of 8 blocks of node/a hash.throughput are invalid: the yardstick: driver-bound (8)',
  );
});

test.each([
  ['of the stack', 'subject'],
  ['of the yardstick', 'reference'],
])('blocks %s of which others had the CPU are waited for, since that passes', (_, robbed) => {
  const cells = new Cells(HALF, [{ stack: 'node/a', workload: 'hash' }]);
  let block = 0;
  while (cells.of('node/a', 'hash')?.needs('throughput')) {
    const records = pair(++block, speed(7_000), speed(10_000));
    const stolen = records.find(({ role }) => role === robbed);
    if (block <= 12) stolen.invalid = 'CPU stolen: 30 % of it went to other machines';
    cells.addBlock(records);
  }
  expect(block).toBe(12 + 7);
  expect(cells.outcome().verdict).toBe('pass');
});

test('a machine of which others always have the CPU gives no pass, and ends with the last block', () => {
  const cells = new Cells(HALF, [{ stack: 'node/a', workload: 'hash' }]);
  let block = 0;
  while (cells.of('node/a', 'hash')?.needs('throughput')) {
    const invalid = 'CPU stolen: 30 % of it went to other machines';
    cells.addBlock(pair(++block, speed(7_000), speed(10_000), { invalid }));
  }
  expect(block).toBe(40);
  expect(cells.outcome().verdict).toBe('invalid');
});

test('a stack at its limit stays inconclusive until its blocks are used up', () => {
  const noise = (/** @type {number} */ block) => (block % 2 === 0 ? 5_150 : 4_850);
  const cells = new Cells(HALF, [{ stack: 'node/a', workload: 'hash' }]);
  let block = 0;
  while (cells.of('node/a', 'hash')?.needs('throughput')) {
    cells.addBlock(pair(++block, speed(noise(block)), speed(10_000)));
  }
  expect(block).toBe(40);
  expect(cells.outcome()).toMatchObject({ verdict: 'inconclusive', culprits: [] });
});

test('so many blocks as thresholds.json wants at least are measured', () => {
  const gate = { minBlocks: 12 };
  const wanted = thresholds({ throughputOfYardstickMin: 0.5 }, gate);
  const cells = new Cells(wanted, [{ stack: 'node/a', workload: 'hash' }]);
  let block = 0;
  while (cells.of('node/a', 'hash')?.needs('throughput')) {
    cells.addBlock(pair(++block, speed(7_000), speed(10_000)));
  }
  expect(block).toBe(12);
});

test('a server that slows down under way was never steady', () => {
  const records = blocks(16, (block) => pair(block, speed(9_500 - 250 * block), speed(10_000)));
  const { verdict, cells } = judgeBlocks(records, HALF);
  expect(verdict).toBe('invalid');
  expect(cells[0].invalid).toMatch(/^never steady: its throughput moved by \d+ %/);
});

test('a server whose memory grows on and on was never steady', () => {
  const records = blocks(16, (block) => {
    const sample = speed(7_000);
    sample.server = { ...sample.server, residentBytes: (100 + 25 * block) * 1024 * 1024 };
    return pair(block, sample, speed(10_000));
  });
  expect(judgeBlocks(records, HALF).cells[0].invalid).toBe(
    'never steady: its memory grew by 200 MiB from the first half of the slices to the last',
  );
});

test('a machine that stood still for one slice changes nothing', () => {
  const records = blocks(10, (block) =>
    pair(block, speed(block === 5 ? 90 : 7_000), speed(10_000)),
  );
  expect(judgeBlocks(records, HALF).verdict).toBe('pass');
});

test('a stack without limits is shown, and not judged', () => {
  const cells = new Cells(thresholds({}), [{ stack: 'node/a', workload: 'hash' }]);
  let block = 0;
  while (cells.of('node/a', 'hash')?.needs('throughput')) {
    cells.addBlock(pair(++block, speed(7_000), speed(10_000)));
  }
  expect(block).toBe(3);
  expect(cells.outcome().cells[0]).toMatchObject({
    verdict: null,
    notJudged: 'thresholds.json has no limits for it',
  });
});

test('a metric that was not measured is told, and the others are judged', () => {
  const limits = { throughputOfYardstickMin: 0.5, p99OfYardstickMax: 3 };
  const records = blocks(8, (block) => pair(block, speed(7_000), speed(10_000)));
  const { verdict, cells } = judgeBlocks(records, thresholds(limits));
  expect(verdict).toBe('pass');
  expect(cells[0].notMeasured).toEqual(['node/a hash.p99: the run has no slices of it']);
});

describe('fresh processes are asked again of what is alarming', () => {
  const slow = (/** @type {number} */ process) =>
    blocks(20, (block) => pair(block, speed(4_000 + block), speed(10_000), { process }));
  const fast = (/** @type {number} */ process) =>
    blocks(8, (block) => pair(block, speed(7_000 + block), speed(10_000), { process }));

  /** @param {Cells} cells */
  const addSlow = (cells) => {
    for (let block = 1; block <= 20; block++) {
      cells.addBlock(pair(block, speed(4_000 + block), speed(10_000)));
    }
  };

  test('what they do not confirm is no fail, and what the first measured is told', () => {
    const { verdict, culprits, cells } = judgeBlocks([...slow(1), ...fast(2)], HALF);
    expect({ verdict, culprits }).toEqual({ verdict: 'pass', culprits: [] });
    const [{ earlier, measured, blocks: count }] = cells[0].metrics;
    expect(earlier).toEqual([expect.closeTo(0.401, 3)]);
    expect(measured).toBeCloseTo(0.7, 2);
    expect(count).toBe(8);
  });

  test('what all of them say is a fail, and is named', () => {
    const records = [...slow(1), ...slow(2), ...slow(3)];
    const { verdict, culprits, cells } = judgeBlocks(records, HALF);
    expect({ verdict, culprits }).toEqual({
      verdict: 'fail',
      culprits: ['node/a hash.throughput'],
    });
    expect(cells[0].metrics[0].earlier).toHaveLength(2);
  });

  const spoilt = (/** @type {number} */ process) =>
    fast(process).map((each) => ({ ...each, invalid: 'driver-bound: by far' }));

  const leaning = (/** @type {number} */ process) => slow(process).slice(0, 8);

  test.each([
    ['none of them says anything that is to be trusted', [spoilt(2), spoilt(3)], 'invalid'],
    ['the last confirm it, after some that say nothing', [spoilt(2), slow(3)], 'fail'],
    ['the last say nothing, after some that confirm it', [slow(2), spoilt(3)], 'fail'],
    ['the last do not confirm it, after some that say nothing', [spoilt(2), fast(3)], 'pass'],
    ['the last lean towards it, after some that confirm it', [slow(2), leaning(3)], 'fail'],
    ['the last confirm it, after some that lean towards it', [leaning(2), slow(3)], 'fail'],
    ['all of them only lean towards it', [leaning(2), leaning(3)], 'inconclusive'],
  ])('where %s', (_what, fresh, verdict) => {
    const outcome = judgeBlocks([...slow(1), ...fresh.flat()], HALF);
    expect(outcome.verdict).toBe(verdict);
    expect(outcome.culprits).toEqual(verdict === 'fail' ? ['node/a hash.throughput'] : []);
    expect(outcome.cells[0].metrics[0].earlier).toHaveLength(1);
  });

  test('the last that lean away from it, and cannot decide, leave it open', () => {
    const leaningAway = fast(3).slice(0, 8);
    const { verdict, culprits, cells } = judgeBlocks(
      [...slow(1), ...slow(2), ...leaningAway],
      HALF,
    );
    expect({ verdict, culprits }).toEqual({ verdict: 'inconclusive', culprits: [] });
    expect(cells[0].metrics[0].earlier).toHaveLength(2);
  });

  test('a server that slowed down under way was never steady, though fresh ones are fast', () => {
    const slowing = blocks(30, (block) => pair(block, speed(5_000 - 90 * block), speed(10_000)));
    const { verdict, cells } = judgeBlocks([...slowing, ...fast(2)], HALF);
    expect(cells[0].metrics[0].verdict).toBe('pass');
    expect(cells[0].invalid).toMatch(/^never steady: its throughput moved by \d+ %/);
    expect(verdict).toBe('invalid');
  });

  test('only what is alarming is theirs: another metric keeps its verdict', () => {
    const limits = { throughputOfYardstickMin: 0.5, p99OfYardstickMax: 3 };
    const late = (/** @type {number} */ process) =>
      blocks(20, (block) => pair(block, openSample(30), openSample(2), { kind: 'p99', process }));
    const few = blocks(2, (block) => pair(block, speed(10), speed(10_000), { process: 2 }));
    const { cells } = judgeBlocks([...fast(1), ...late(1), ...few, ...late(2)], thresholds(limits));
    expect(cells[0].metrics).toMatchObject([
      { verdict: 'pass', earlier: [], blocks: 8 },
      { verdict: 'fail', earlier: [expect.closeTo(15, 1)] },
    ]);
  });

  test('they are asked until they agree or nothing is alarming, and of that alone', () => {
    const cells = new Cells(HALF, [
      { stack: 'node/a', workload: 'hash' },
      { stack: 'node/b', workload: 'hash' },
    ]);
    addSlow(cells);
    expect(cells.alarming.map(({ stack }) => stack)).toEqual(['node/a']);
    const [cell] = cells.alarming;
    expect(cell.needs('throughput')).toBe(false);
    cell.askAgain();
    expect(cells.alarming).toEqual([]);
    expect([cell.needs('throughput'), cell.needs('p99')]).toEqual([true, false]);
    cells.addBlock(pair(1, speed(4_000), speed(10_000), { process: 2 }));
    expect(cells.alarming).toEqual([cell]);
    cells.addBlock(pair(2, speed(9_000), speed(10_000), { process: 2 }));
    cells.addBlock(pair(3, speed(9_000), speed(10_000), { process: 2 }));
    expect(cells.alarming).toEqual([]);
  });

  test.each([
    { process: 1, metrics: 1_000, asAmong: 1_000 },
    { process: 2, metrics: 50, asAmong: 1 },
    { process: 2, metrics: 500, asAmong: 10 },
    { process: 3, metrics: 500, asAmong: 10 },
  ])(
    'of $metrics metrics, processes $process must convince as among $asAmong',
    ({ process, metrics, asAmong }) => {
      expect(blocksToFail(metrics, process)).toBe(blocksToFail(asAmong, 1));
      expect(blocksToFail(10, 1)).toBeGreaterThan(blocksToFail(1, 1));
    },
  );

  test('a wrong answer is a fail at once', () => {
    const errors = { total: 1, kinds: { body: { count: 1, examples: ['GET /hash: not 7'] } } };
    const cells = new Cells(HALF, [{ stack: 'node/a', workload: 'hash' }]);
    addSlow(cells);
    cells.addBlock(pair(21, closedSample({}, { errors }), speed(10_000)));
    expect(cells.alarming).toEqual([]);
    expect(cells.outcome().verdict).toBe('fail');
  });
});
