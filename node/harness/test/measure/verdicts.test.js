/** What is made of recorded blocks: evidence, verdicts, culprits, and when enough was seen. */
'use strict';

const { decisionOf } = require('../../src/measure/decision');
const { metricOf } = require('../../src/measure/metric');
const { limitsOf } = require('../../src/thresholds/limits');
const { closedSample, openSample, pair, record } = require('./a-block');
const { Run, judgeBlocks } = require('./judged');

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
  const rates = { alpha: 0.01, beta: 0.05, minBlocks: 1, maxBlocks: 40, metrics };
  const metric = metricOf('node/a', 'hash', limitsOf(HALF, 'node/a', 'hash')[0]);
  const harms = [0.2];
  const verdict = () =>
    decisionOf(metric, { harms, leftOut: [], compilerShares: [] }, rates, process).verdict;
  while (verdict() !== 'fail') harms.push(0.2);
  return harms.length;
}

const HALF = thresholds({ throughputOfYardstickMin: 0.5 });

test('a stack well above its limit passes in seven blocks, and nine more show whether it drifts', () => {
  const run = new Run(HALF);
  const count = run.throughput((block) => {
    return pair(block, speed(7_000), speed(10_000));
  });
  expect(count).toBe(16);
  const { verdict, culprits, comparisons: all } = run.verdicts.outcome();
  expect({ verdict, culprits }).toEqual({ verdict: 'pass', culprits: [] });
  expect(all[0]).toMatchObject({ verdict: 'pass', reference: 'node/yardstick', invalid: null });
  expect(all[0].metrics[0]).toMatchObject({
    name: 'node/a hash.throughput',
    limit: 0.5,
    blocks: 16,
    leftOut: {},
    pointer: '/stacks/node~1a/hash/throughputOfYardstickMin',
  });
  const { measured, interval } = all[0].metrics[0];
  expect(measured).toBeCloseTo(0.7, 9);
  expect(Number(interval[0])).toBeGreaterThan(0.5);
  expect(Number(interval[0])).toBeLessThan(0.7);
  expect(Number(interval[1])).toBeGreaterThan(0.7);
});

test('a stack below its limit fails and is named, with an interval around what was measured', () => {
  const { verdict, culprits, comparisons } = judgeBlocks(
    blocks(20, (block) => pair(block, speed(4_000 + 10 * (block % 3)), speed(10_000))),
    HALF,
  );
  expect({ verdict, culprits }).toEqual({ verdict: 'fail', culprits: ['node/a hash.throughput'] });
  const [{ measured, interval }] = comparisons[0].metrics;
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
  const { verdict, culprits, comparisons } = judgeBlocks(records, thresholds(limits));
  expect({ verdict, culprits }).toEqual({ verdict: 'fail', culprits: ['node/a hash.p99'] });
  expect(comparisons[0].metrics.map((metric) => metric.verdict)).toEqual(['pass', 'fail']);
});

test('absolute limits want no yardstick', () => {
  const limits = { requestsPerSecondMin: 5_000, p99MillisMax: 50 };
  const records = blocks(8, (block) => [
    record({ block, sample: speed(9_000) }),
    record({ block, kind: 'p99', sample: openSample(20) }),
  ]);
  const { verdict, comparisons } = judgeBlocks(records, thresholds(limits));
  expect(verdict).toBe('pass');
  expect(comparisons[0].metrics.map(({ name }) => name)).toEqual([
    'node/a hash.requestsPerSecond',
    'node/a hash.p99Millis',
  ]);
  expect(comparisons[0].metrics[1].measured).toBeCloseTo(20, 6);
});

test('one wrong answer fails, whatever the speed, and nothing more is measured', () => {
  const run = new Run(HALF);
  const errors = { total: 1, kinds: { body: { count: 1, examples: ['GET /hash: not 7'] } } };
  run.add(pair(1, closedSample({ requestsPerSecond: 90_000 }, { errors })));
  expect(run.comparison.needs('throughput', 1)).toBe(false);
  const { verdict, comparisons: all } = run.verdicts.outcome();
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
  const { verdict, comparisons } = judgeBlocks(records, HALF);
  expect(verdict).toBe('fail');
  expect(comparisons[0].faults).toContain('the server ended: exit code 7');
});

test('blocks that are invalid are left out, and the others count', () => {
  const records = blocks(10, (block) =>
    pair(block, speed(block % 4 === 0 ? 10 : 7_000), speed(10_000), {
      invalid: block % 4 === 0 ? "Little's law: 1 in flight, on 50 connections" : null,
    }),
  );
  const { verdict, comparisons } = judgeBlocks(records, HALF);
  expect(verdict).toBe('pass');
  expect(comparisons[0].metrics[0]).toMatchObject({ blocks: 8, leftOut: { "Little's law": 2 } });
});

test('a comparison of which most blocks are invalid is invalid, which is no pass, and is soon given up', () => {
  const run = new Run(HALF);
  const count = run.throughput((block) => {
    const late = record({ block: block, sample: speed(7_000) });
    const bound = { arm: 'node/yardstick', role: 'reference', invalid: 'driver-bound: by far' };
    return [late, record({ block, sample: speed(9_000), ...bound })];
  });
  expect(count).toBe(8);
  const { verdict, comparisons: all } = run.verdicts.outcome();
  expect(verdict).toBe('invalid');
  expect(all[0].invalid).toBe(
    '8 of 8 blocks of node/a hash.throughput are invalid: node/yardstick: driver-bound (8)',
  );
});

test.each([
  ['of the stack', 'subject'],
  ['of the yardstick', 'reference'],
])('blocks %s of which others had the CPU are waited for, since that passes', (_, robbed) => {
  const run = new Run(HALF);
  const count = run.throughput((block) => {
    const records = pair(block, speed(7_000), speed(10_000));
    const stolen = records.find(({ role }) => role === robbed);
    if (block <= 12) stolen.invalid = 'CPU stolen: 30 % of it went to other machines';
    return records;
  });
  expect(count).toBe(12 + 6);
  expect(run.verdicts.outcome().verdict).toBe('pass');
});

test('a machine of which others always have the CPU gives no pass, and ends with the last block', () => {
  const run = new Run(HALF);
  const count = run.throughput((block) => {
    const invalid = 'CPU stolen: 30 % of it went to other machines';
    return pair(block, speed(7_000), speed(10_000), { invalid });
  });
  expect(count).toBe(40);
  expect(run.verdicts.outcome().verdict).toBe('invalid');
});

test('a stack at its limit stays inconclusive until its blocks are used up', () => {
  const noise = (/** @type {number} */ block) => (block % 2 === 0 ? 5_150 : 4_850);
  const run = new Run(HALF);
  const count = run.throughput((block) => {
    return pair(block, speed(noise(block)), speed(10_000));
  });
  expect(count).toBe(40);
  expect(run.verdicts.outcome()).toMatchObject({ verdict: 'inconclusive', culprits: [] });
});

test('so many blocks as thresholds.json wants at least are measured', () => {
  const gate = { minBlocks: 20 };
  const wanted = thresholds({ throughputOfYardstickMin: 0.5 }, gate);
  const run = new Run(wanted);
  const count = run.throughput((block) => {
    return pair(block, speed(7_000), speed(10_000));
  });
  expect(count).toBe(20);
});

describe('a server that gets worse while it is loaded', () => {
  const slowing = (/** @type {number} */ process) =>
    blocks(16, (block) => pair(block, speed(9_500 - 250 * block), speed(10_000), { process }));
  const growing = (/** @type {number} */ process) =>
    blocks(16, (block) => {
      const sample = speed(7_000);
      sample.server = { ...sample.server, residentBytes: (100 + 25 * block) * 1024 * 1024 };
      return pair(block, sample, speed(10_000), { process });
    });
  const level = (/** @type {number} */ process) =>
    blocks(8, (block) => pair(block, speed(7_000), speed(10_000), { process }));

  test.each([
    ['slowsDown', slowing, /^its throughput fell by \d+ % after 8 of 16 blocks$/],
    ['grows', growing, /^its memory grew by 200 MiB from the first half of the slices/],
  ])(
    'fails under its own name, once fresh processes have shown the same: %s',
    (kind, bad, what) => {
      const { verdict, culprits, comparisons } = judgeBlocks([...bad(1), ...bad(2)], HALF);
      expect({ verdict, culprits }).toEqual({ verdict: 'fail', culprits: [`node/a hash.${kind}`] });
      expect(comparisons[0].drifts).toEqual([{ kind, what: expect.stringMatching(what) }]);
      expect(comparisons[0].metrics[0].verdict).toBe('pass');
    },
  );

  test('is alarming at first, and passes where fresh processes stay level', () => {
    const run = new Run(HALF);
    const records = slowing(1);
    for (let at = 0; at < records.length; at += 2) run.add(records.slice(at, at + 2));
    expect(run.comparison.alarms(1)).toEqual(['node/a hash.slowsDown']);
    expect(run.comparison.needs('throughput', 2)).toBe(true);
    expect(judgeBlocks([...slowing(1), ...level(2)], HALF).verdict).toBe('pass');
  });

  test('and one that gets faster is no reason to fail', () => {
    const faster = (/** @type {number} */ process) =>
      blocks(16, (block) => pair(block, speed(6_000 + 200 * block), speed(10_000), { process }));
    expect(judgeBlocks([...faster(1), ...faster(2)], HALF).verdict).toBe('pass');
  });

  test('nor is a reference that does', () => {
    const beside = (/** @type {number} */ process) =>
      blocks(16, (block) => pair(block, speed(9_000), speed(8_000 + 300 * block), { process }));
    expect(judgeBlocks([...beside(1), ...beside(2)], HALF).comparisons[0].drifts).toEqual([]);
  });
});

test('a machine that stood still for one slice costs two blocks more at most', () => {
  const records = blocks(12, (block) =>
    pair(block, speed(block === 5 ? 90 : 7_000), speed(10_000)),
  );
  expect(judgeBlocks(records, HALF).verdict).toBe('pass');
});

test('a stack without limits is shown, and not judged', () => {
  const run = new Run(thresholds({}));
  const count = run.throughput((block) => pair(block, speed(7_000), speed(10_000)));
  expect(count).toBe(3);
  expect(run.verdicts.outcome().comparisons[0]).toMatchObject({
    verdict: null,
    notJudged: 'thresholds.json has no limits for it',
  });
});

test('a metric that was not measured is told, and the others are judged', () => {
  const limits = { throughputOfYardstickMin: 0.5, p99OfYardstickMax: 3 };
  const records = blocks(8, (block) => pair(block, speed(7_000), speed(10_000)));
  const { verdict, comparisons } = judgeBlocks(records, thresholds(limits));
  expect(verdict).toBe('pass');
  expect(comparisons[0].notMeasured).toEqual(['node/a hash.p99: the run has no slices of it']);
});

describe('fresh processes are asked again of what is alarming', () => {
  const slow = (/** @type {number} */ process) =>
    blocks(20, (block) => pair(block, speed(4_000 + block), speed(10_000), { process }));
  const fast = (/** @type {number} */ process) =>
    blocks(8, (block) => pair(block, speed(7_000 + block), speed(10_000), { process }));

  /** @returns {Run} of which the first set of processes is slow */
  const slowRun = () => {
    const run = new Run(HALF);
    const records = slow(1);
    for (let at = 0; at < records.length; at += 2) run.add(records.slice(at, at + 2));
    return run;
  };

  test('what they do not confirm is no fail, and what the first measured is told', () => {
    const { verdict, culprits, comparisons } = judgeBlocks([...slow(1), ...fast(2)], HALF);
    expect({ verdict, culprits }).toEqual({ verdict: 'pass', culprits: [] });
    const [{ earlier, measured, blocks: count }] = comparisons[0].metrics;
    expect(earlier).toEqual([expect.closeTo(0.401, 3)]);
    expect(measured).toBeCloseTo(0.7, 2);
    expect(count).toBe(8);
  });

  test('what all of them say is a fail, and is named', () => {
    const records = [...slow(1), ...slow(2), ...slow(3)];
    const { verdict, culprits, comparisons } = judgeBlocks(records, HALF);
    expect({ verdict, culprits }).toEqual({
      verdict: 'fail',
      culprits: ['node/a hash.throughput'],
    });
    expect(comparisons[0].metrics[0].earlier).toHaveLength(2);
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
    expect(outcome.comparisons[0].metrics[0].earlier).toHaveLength(1);
  });

  test('the last that lean away from it, and cannot decide, leave it open', () => {
    const leaningAway = fast(3).slice(0, 8);
    const { verdict, culprits, comparisons } = judgeBlocks(
      [...slow(1), ...slow(2), ...leaningAway],
      HALF,
    );
    expect({ verdict, culprits }).toEqual({ verdict: 'inconclusive', culprits: [] });
    expect(comparisons[0].metrics[0].earlier).toHaveLength(2);
  });

  test('only what is alarming is theirs: another metric keeps its verdict', () => {
    const limits = { throughputOfYardstickMin: 0.5, p99OfYardstickMax: 3 };
    const late = (/** @type {number} */ process) =>
      blocks(20, (block) => pair(block, openSample(30), openSample(2), { kind: 'p99', process }));
    const few = blocks(2, (block) => pair(block, speed(10), speed(10_000), { process: 2 }));
    const { comparisons } = judgeBlocks(
      [...fast(1), ...late(1), ...few, ...late(2)],
      thresholds(limits),
    );
    expect(comparisons[0].metrics).toMatchObject([
      { verdict: 'pass', earlier: [], blocks: 8 },
      { verdict: 'fail', earlier: [expect.closeTo(15, 1)] },
    ]);
  });

  test('they are asked until they agree or nothing is alarming, and of that alone', () => {
    const run = slowRun();
    const { comparison } = run;
    const add = (/** @type {number} */ block, /** @type {number} */ requestsPerSecond) =>
      run.add(pair(block, speed(requestsPerSecond), speed(10_000), { process: 2 }));
    expect(comparison.needs('throughput', 1)).toBe(false);
    expect(comparison.alarms(1)).toEqual(['node/a hash.throughput']);
    expect([comparison.needs('throughput', 2), comparison.needs('p99', 2)]).toEqual([true, false]);
    add(1, 4_000);
    expect(comparison.alarms(2)).toEqual(['node/a hash.throughput']);
    add(2, 9_000);
    add(3, 9_000);
    expect(comparison.alarms(2)).toEqual([]);
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
    const run = slowRun();
    run.add(pair(21, closedSample({}, { errors }), speed(10_000)));
    expect(run.comparison.alarms(1)).toEqual([]);
    expect(run.verdicts.outcome().verdict).toBe('fail');
  });
});
