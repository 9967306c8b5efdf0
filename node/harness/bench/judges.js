/**
 * Shows that both judges agree: random series of harms, judged by Node's and by the JVM's, compared to the last verdict and
 * number. `npm run bench:judges`, with the jar of `mvn package -DskipTests`
 */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { judge } = require('../src/judge/judge');
const { randomFrom } = require('../src/measure/shuffle');
const { normal } = require('./normal');

/** @typedef {import('../src/judge/judge').Recorded} Recorded */

const ROOT = path.join(__dirname, '../../..');
const JAR = path.join(ROOT, 'java/harness/target/loadline-junit.jar');

const SERIES = 10_000;
const METRICS_MAX = 80;
const BLOCKS_MAX = 60;
const SEED = 20_261_121;
/** What both languages' arithmetic may differ by. */
const RELATIVE_MAX = 1e-9;
const NEXT_TO_NOTHING = 1e-12;

/** @typedef {() => number} Random uniform in [0, 1) */

/** How the harms of a series scatter around what is true of it. */
const SCATTERS = [
  (/** @type {Random} */ random) => normal(random),
  // Cauchy's: without a mean.
  (/** @type {Random} */ random) => clipped(Math.tan(Math.PI * (random() - 0.5)), 100),
  // Many are equal.
  (/** @type {Random} */ random) => Math.round(normal(random)),
  (/** @type {Random} */ random) => (random() < 0.05 ? 20 * normal(random) : normal(random)),
  () => 0,
];

async function main() {
  if (!fs.existsSync(JAR)) {
    throw new Error(`${path.relative(ROOT, JAR)} is not there (mvn package -DskipTests)`);
  }
  const random = randomFrom(SEED);
  const runs = new Counts();
  const metricsOf = new Counts();
  for (let series = 0; series < SERIES;) {
    const metrics = Math.min(SERIES - series, 1 + Math.floor(random() * METRICS_MAX));
    const recorded = someRun(metrics, random);
    const own = judge(recorded);
    expectEqual(await judgedOnTheJvm(recorded), own, `after ${series} series, `, recorded);
    runs.add(own.verdict);
    for (const { verdict } of Object.values(own.metrics)) metricsOf.add(verdict);
    series += metrics;
    if (process.stderr.isTTY) process.stderr.write(`\r${series} series`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
  process.stdout.write(`both judges agree on ${SERIES} series (${metricsOf}) in runs (${runs})\n`);
}

class Counts {
  /** @type {Map<string, number>} */
  #counts = new Map();

  /** @param {string} verdict */
  add(verdict) {
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1);
  }

  toString() {
    return [...this.#counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  }
}

/**
 * @param {number} count of its metrics
 * @param {Random} random
 * @returns {Recorded}
 */
function someRun(count, random) {
  const allowed = Math.log(1.02 + 0.3 * random());
  // Of some runs nothing is harmed, of others something is, and of others much.
  const harmedShare = random() ** 3;
  const metrics = Array.from({ length: count }, (_, index) => {
    const isFixed = random() < 0.5;
    const limits = isFixed ? [0, 0] : [0.3 * allowed, allowed];
    const shift = random() < harmedShare ? 5 * allowed * random() : -allowed * random();
    const harms = someHarms(shift, random);
    return [`metric${index}`, { failAbove: limits[0], passBelow: limits[1], harms }];
  });
  return { alpha: 0.01, beta: 0.05, maxBlocks: 40, metrics: Object.fromEntries(metrics) };
}

/**
 * @param {number} shift what is true of them
 * @param {Random} random
 * @returns {number[]} often fewer than the budget, or none
 */
function someHarms(shift, random) {
  const scatter = SCATTERS[Math.floor(random() * SCATTERS.length)];
  const size = 0.3 * random() ** 3;
  const blocks = Math.floor(BLOCKS_MAX * random());
  return Array.from({ length: blocks }, () => clipped(shift + size * scatter(random), 1000));
}

/**
 * @param {number} value
 * @param {number} most
 */
function clipped(value, most) {
  return Math.max(-most, Math.min(most, value));
}

/**
 * @param {Recorded} recorded
 * @returns {Promise<any>}
 */
async function judgedOnTheJvm(recorded) {
  const jvm = spawn('java', ['-XX:TieredStopAtLevel=1', '-jar', JAR, 'judge', '-'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  jvm.stdin.on('error', () => {}).end(JSON.stringify(recorded));
  let out = '';
  for await (const text of jvm.stdout.setEncoding('utf8')) out += text;
  return JSON.parse(out);
}

/**
 * @param {any} actual
 * @param {any} expected
 * @param {string} place
 * @param {Recorded} recorded
 */
function expectEqual(actual, expected, place, recorded) {
  if (isEqual(actual, expected)) return;
  throw new Error(
    `${place}the judges differ\n  recorded  ${JSON.stringify(recorded)}\n  node  ${JSON.stringify(expected)}\n  java  ${JSON.stringify(actual)}`,
  );
}

/**
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
function isEqual(one, other) {
  if (typeof one === 'number' && typeof other === 'number') {
    const off = Math.abs(one - other);
    return off <= RELATIVE_MAX * Math.max(Math.abs(one), Math.abs(other)) || off < NEXT_TO_NOTHING;
  }
  if (typeof one !== 'object' || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  return (
    keys.join('\n') === Object.keys(other).join('\n') &&
    keys.every((key) => isEqual(one[key], other[key]))
  );
}

main().catch((/** @type {Error} */ error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
