'use strict';
// The judge against vectors that neither harness made, and against what it promises.

const fs = require('node:fs');
const path = require('node:path');
const { median } = require('../../src/judge/evidence');
const { deliberate, judge } = require('../../src/judge/judge');

// In Jest each global is looked up through a proxy, and the simulation wants them millions of times.
const { abs, cos, imul, log, max, PI, sqrt } = Math;

const VECTORS = path.join(__dirname, '../../../../contracts/judge/vectors.json');
/** @type {{name: string, in: import('../../src/judge/judge').Recorded, out: object}[]} */
const vectors = JSON.parse(fs.readFileSync(VECTORS, 'utf8'));

/**
 * Replaces every number by one that equals all numbers within a relative 1e-9.
 * @param {unknown} value
 * @returns {unknown}
 */
function nearly(value) {
  if (typeof value === 'number') return new Near(value);
  if (Array.isArray(value)) return value.map(nearly);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, nearly(entry)]));
}

/** A number as an asymmetric matcher with a relative tolerance. */
class Near {
  /** @param {number} expected */
  constructor(expected) {
    this.expected = expected;
    this.$$typeof = Symbol.for('jest.asymmetricMatcher');
  }

  /** @param {unknown} actual */
  asymmetricMatch(actual) {
    if (typeof actual !== 'number') return false;
    const tolerance = 1e-9 * max(abs(this.expected), abs(actual), 1e-6);
    return abs(actual - this.expected) <= tolerance;
  }

  toString() {
    return `Near(${this.expected})`;
  }

  toAsymmetricMatcher() {
    return this.toString();
  }
}

/** A small seeded generator (mulberry32): a simulation that fails must fail again. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = imul(state ^ (state >>> 15), 1 | state);
    t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {() => number} next uniform in [0, 1) */
function gaussian(next) {
  return sqrt(-2 * log(1 - next())) * cos(2 * PI * next());
}

const ALLOWED = log(1.05);
const HARMLESS = 0.3 * ALLOWED;

/**
 * @param {() => number} next
 * @param {number} harm true harm of every metric (log ratio)
 * @param {number} count how many metrics
 * @param {{ scatter?: number, pairDeviation?: number }} [how] standard deviation of the harms, and what is known of it
 * @returns {import('../../src/judge/judge').Recorded}
 */
function run(next, harm, count, { scatter = 0.035, pairDeviation } = {}) {
  const metrics = Object.fromEntries(
    Array.from({ length: count }, (_, k) => [
      `w${k}.throughput`,
      {
        failAbove: HARMLESS,
        passBelow: ALLOWED,
        harms: Array.from({ length: 40 }, () => harm + scatter * gaussian(next)),
        pairDeviation,
      },
    ]),
  );
  return { alpha: 0.01, beta: 0.05, maxBlocks: 40, metrics };
}

/**
 * @param {number} harm of two metrics (log ratio)
 * @param {number} scatter of pairs of which 0.03 is known
 */
function judgedPairs(harm, scatter) {
  const next = random(3);
  const all = Array.from({ length: 300 }, () =>
    deliberate(run(next, harm, 2, { scatter, pairDeviation: 0.03 })),
  );
  const share = (/** @type {string} */ verdict) =>
    all.filter((each) => each.verdict === verdict).length / all.length;
  return { fails: share('fail'), passes: share('pass'), pairs: median(all.map((a) => a.blocks)) };
}

describe('the judge', () => {
  it.each(vectors.map((vector) => [vector.name, vector]))('agrees on %s', (_, vector) => {
    expect(judge(vector.in)).toEqual(nearly(vector.out));
  });

  it('has hundreds of vectors with each verdict among them', () => {
    const verdicts = vectors.map((vector) => Reflect.get(vector.out, 'verdict'));
    expect(vectors.length).toBeGreaterThan(200);
    expect(new Set(verdicts)).toEqual(new Set(['pass', 'fail', 'inconclusive']));
  });

  it('does not depend on the order of metrics', () => {
    for (const { in: recorded } of vectors) {
      const metrics = Object.fromEntries(Object.entries(recorded.metrics).reverse());
      expect(judge({ ...recorded, metrics })).toEqual(nearly(judge(recorded)));
    }
  });

  it('shifts the interval and nothing else when all harms and limits shift by a constant', () => {
    for (const { in: recorded } of vectors) {
      const before = judge(recorded);
      const after = judge({ ...recorded, metrics: shifted(recorded.metrics, 0.25) });
      expect(after.verdict).toBe(before.verdict);
      for (const [name, metric] of Object.entries(before.metrics)) {
        const [low, high] = metric.interval;
        expect(after.metrics[name].interval).toEqual([
          low === null ? null : expect.closeTo(low + 0.25, 9),
          high === null ? null : expect.closeTo(high + 0.25, 9),
        ]);
      }
    }
  });

  it('raises a false alarm in fewer than 1 % of 10,000 runs of 12 metrics without change', () => {
    const next = random(1);
    let alarms = 0;
    for (let i = 0; i < 10_000; i++) {
      if (deliberate(run(next, 0, 12)).verdict === 'fail') alarms++;
    }
    expect(alarms).toBeLessThan(100);
  }, 120_000);

  it('fails every one of 200 runs with 20 % of harm, and names each metric that has it', () => {
    const next = random(2);
    for (let i = 0; i < 200; i++) {
      const recorded = run(next, 0, 4);
      recorded.metrics['w9.throughput'] = run(next, log(1.2), 1).metrics['w0.throughput'];
      expect(judge(recorded)).toMatchObject({ verdict: 'fail', culprits: ['w9.throughput'] });
    }
  });

  it.each([0.015, 0.03, 0.04])('keeps its promises on pairs that lie %d apart', (scatter) => {
    expect(judgedPairs(HARMLESS, scatter).fails).toBeLessThan(0.01);
    expect(judgedPairs(ALLOWED, scatter).passes).toBeLessThan(0.05);
  });

  it('knows sooner what pairs say that lie close together', () => {
    const near = judgedPairs(ALLOWED, 0.015);
    expect(near.fails).toBe(1);
    expect(near.pairs).toBeLessThan(judgedPairs(ALLOWED, 0.03).pairs);
    expect(judgedPairs(0, 0.015)).toMatchObject({ passes: 1, pairs: 4 });
  });
});

/**
 * @param {Record<string, import('../../src/judge/judge').RecordedMetric>} metrics
 * @param {number} by
 */
function shifted(metrics, by) {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, metric]) => [
      name,
      {
        ...metric,
        failAbove: metric.failAbove + by,
        passBelow: metric.passBelow + by,
        harms: metric.harms.map((harm) => harm + by),
      },
    ]),
  );
}
