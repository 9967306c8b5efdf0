/**
 * Shows how the slices of pairs of processes may enter the judge: how often unchanged code fails, and how often a loss is caught, when every
 * slice is a block and when the median of a pair's slices is one. Then what becomes of the promises where pairs lie apart in other ways than
 * the judge reckons with. Simulated with a fixed seed. `npm run bench:pairs`
 */
'use strict';

const { deliberate } = require('../src/judge/judge');
const { randomFrom } = require('../src/measure/shuffle');
const { median } = require('../src/measure/steady');
const { regressionLimits } = require('../src/thresholds/limits');
const { normal } = require('./normal');

const LOSSES = [0, 0.05, 0.1, 0.2];
/** Standard deviations of what a process is faster or slower for its whole life (log). */
const PROCESS_EFFECTS = [0, 0.01, 0.02, 0.03, 0.04];
/** Standard deviation of one slice of one process (log), so that a pair's log ratio has 4.5 %: what two JVMs that are loaded at the same time show. */
const SLICE_NOISE = 0.032;
const METRICS = [2, 12];
const SEED = 1;
const ALLOWED = Math.log(1.05);
const HARMLESS = 0.3 * ALLOWED;
const GATE = { alpha: 0.01, beta: 0.05 };
const [{ pairDeviation: PAIR_DEVIATION }] = regressionLimits(
  { throughputLossMax: 0.05, p99IncreaseMax: 0.2 },
  'any',
);

/**
 * What a comparison makes of its pairs.
 *
 * @typedef {object} Rule
 * @property {string} name
 * @property {number} pairs at most
 * @property {number} slices a pair
 * @property {(slices: number[]) => number[]} blocks of a pair's slices
 * @property {number} [pairDeviation] where the distance of a pair counts: that of pairs of equal code
 * @property {number} runs that are simulated of each row
 */

/** @type {(slices: number[]) => number[]} */
const eachSlice = (slices) => slices;
/** @type {(slices: number[]) => number[]} */
const medianOfPair = (slices) => [median(slices)];

/** @type {Rule[]} */
const RULES = [
  { name: 'a slice, all of one pair', pairs: 1, slices: 200, blocks: eachSlice, runs: 120 },
  { name: 'a slice, 6 a pair', pairs: 40, slices: 6, blocks: eachSlice, runs: 250 },
  { name: 'a pair of 6 slices', pairs: 40, slices: 6, blocks: medianOfPair, runs: 400 },
  {
    name: 'a pair of 6 slices, its distance counts',
    pairs: 40,
    slices: 6,
    blocks: medianOfPair,
    pairDeviation: PAIR_DEVIATION,
    runs: 400,
  },
];

/**
 * @param {Rule} rule
 * @param {number} harm that is true of the metric (log ratio)
 * @param {number} effect of a process
 * @param {() => number} random
 */
function metric(rule, harm, effect, random) {
  const harms = Array.from({ length: rule.pairs }, () => {
    const pair = harm + effect * Math.SQRT2 * normal(random);
    const noise = () => SLICE_NOISE * Math.SQRT2 * normal(random);
    return rule.blocks(Array.from({ length: rule.slices }, () => pair + noise()));
  }).flat();
  return { failAbove: HARMLESS, passBelow: ALLOWED, harms, pairDeviation: rule.pairDeviation };
}

/**
 * One metric of the run is worse, the others are unchanged.
 *
 * @param {Rule} rule
 * @param {number} metrics
 * @param {number} loss share of throughput
 * @param {number} effect of a process
 * @returns {{fails: number, passes: number, pairs: number}} shares of the runs, and the median of pairs used
 */
function simulate(rule, metrics, loss, effect) {
  const random = randomFrom(SEED);
  const found = Array.from({ length: rule.runs }, () => {
    const harms = Array.from({ length: metrics }, (_, i) => (i === 0 ? -Math.log(1 - loss) : 0));
    const recorded = harms.map((harm, i) => [`m${i}`, metric(rule, harm, effect, random)]);
    const maxBlocks = rule.pairs * rule.slices;
    return deliberate({ ...GATE, maxBlocks, metrics: Object.fromEntries(recorded) });
  });
  const share = (/** @type {string} */ verdict) =>
    found.filter((run) => run.verdict === verdict).length / rule.runs;
  const blocksOfPair = rule.blocks(new Array(rule.slices).fill(0)).length;
  const pairs = median(found.map((run) => Math.ceil(run.blocks / blocksOfPair)));
  return { fails: share('fail'), passes: share('pass'), pairs };
}

/** @param {number} share */
function percent(share) {
  return `${Number((100 * share).toFixed(1))} %`;
}

/**
 * @param {Rule} rule
 * @param {number} metrics
 * @param {number} effect
 * @returns {string[]} a row
 */
function row(rule, metrics, effect) {
  const found = LOSSES.map((loss) => simulate(rule, metrics, loss, effect));
  const cells = found.map((of, i) =>
    i === 0 ? percent(of.fails) : `${percent(of.fails)} (${of.pairs})`,
  );
  return [
    rule.name,
    `${metrics}`,
    percent(effect),
    ...cells,
    percent(found[0].passes),
    `${found[0].pairs}`,
  ];
}

/**
 * How pairs lie apart, as shares of the deviation that is named.
 *
 * @type {Record<string, (random: () => number) => number>}
 */
const APART = {
  'as a normal distribution says': normal,
  'one in ten four times as far': (random) => normal(random) * (random() < 0.1 ? 4 : 1),
  'two states': (random) => 0.97 * Math.sign(random() - 0.5) + 0.24 * normal(random),
  'one process in five slower by three deviations': (random) =>
    normal(random) + (random() < 0.2 ? 3 : 0) - (random() < 0.2 ? 3 : 0),
};
const DEVIATIONS = [0.01, 0.02, 0.03, 0.04, 0.06];
const RUNS_APART = 1_000;

/**
 * Two metrics that are harmed alike.
 *
 * @param {(random: () => number) => number} apart
 * @param {number} deviation
 * @param {number} harm (log ratio)
 */
function simulateApart(apart, deviation, harm) {
  const random = randomFrom(SEED);
  const pairs = { failAbove: HARMLESS, passBelow: ALLOWED, pairDeviation: PAIR_DEVIATION };
  const harms = () => Array.from({ length: 40 }, () => harm + deviation * apart(random));
  const found = Array.from({ length: RUNS_APART }, () =>
    deliberate({
      ...GATE,
      maxBlocks: 40,
      metrics: { a: { ...pairs, harms: harms() }, b: { ...pairs, harms: harms() } },
    }),
  );
  const share = (/** @type {string} */ verdict) =>
    percent(found.filter((run) => run.verdict === verdict).length / RUNS_APART);
  return { fails: share('fail'), passes: share('pass'), pairs: median(found.map((r) => r.blocks)) };
}

/**
 * @param {string} name
 * @param {number} deviation
 * @returns {string[]} a row
 */
function rowApart(name, deviation) {
  const found = (/** @type {number} */ harm) => simulateApart(APART[name], deviation, harm);
  const [same, harmless, allowed] = [0, HARMLESS, ALLOWED].map(found);
  return [
    name,
    percent(deviation),
    ...[same.fails, `${same.passes} (${same.pairs})`, harmless.fails],
    ...[`${allowed.fails} (${allowed.pairs})`, allowed.passes],
  ];
}

/** @param {string[][]} rows the first is the head */
function print([head, ...rows]) {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

print([
  [
    ...['a block is', 'metrics', 'process effect', 'unchanged fails', '5 % caught (pairs)'],
    ...['10 % caught (pairs)', '20 % caught (pairs)'],
    ...['unchanged passes', 'pairs of unchanged (median)'],
  ],
  ...RULES.flatMap((rule) =>
    METRICS.flatMap((metrics) => PROCESS_EFFECTS.map((effect) => row(rule, metrics, effect))),
  ),
]);
print([
  [
    ...['pairs lie apart', 'by', 'unchanged fails', 'unchanged passes (pairs)'],
    ...['at theta0 fails', 'at theta1 fails (pairs)', 'at theta1 passes'],
  ],
  ...Object.keys(APART).flatMap((name) => DEVIATIONS.map((by) => rowApart(name, by))),
]);
