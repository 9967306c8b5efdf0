/**
 * Shows what the judge resolves: how often a run of 12 metrics fails, and names the one that is worse, by how much worse it is and
 * by how much blocks scatter. Simulated with a fixed seed, so that everybody gets the same table. `npm run bench:power`
 */
'use strict';

const { judge } = require('../src/judge/judge');
const { randomFrom } = require('../src/measure/shuffle');
const { median } = require('../src/measure/steady');
const { normal } = require('./normal');

const RUNS = 1_000;
const METRICS = 12;
const WORSE = [0, 0.05, 0.1, 0.2];
/** Standard deviations of a block's harm: of a quiet machine, of a usual one, and of a busy one. */
const SCATTERS = [0.02, 0.035, 0.07];
const SEED = 1;
/** Of throughput, as thresholds.json has it by default. */
const LOSS_MAX = 0.05;
const ALLOWED = Math.log(1 + LOSS_MAX);
const GATE = { alpha: 0.01, beta: 0.05, maxBlocks: 40 };
const SUBJECT = 'worse';

/**
 * @param {number} harm that is true of it
 * @param {number} scatter
 * @param {() => number} random
 */
function metric(harm, scatter, random) {
  const harms = Array.from({ length: GATE.maxBlocks }, () => harm + scatter * normal(random));
  return { failAbove: 0.3 * ALLOWED, passBelow: ALLOWED, harms };
}

/**
 * @param {number} worse share of throughput
 * @param {number} scatter
 * @returns {string[]} a row
 */
function row(worse, scatter) {
  const random = randomFrom(SEED);
  /** @type {number[]} */
  const blocks = [];
  const counts = { fail: 0, named: 0, pass: 0 };
  for (let run = 0; run < RUNS; run++) {
    const others = Array.from({ length: METRICS - 1 }, (_, index) => [
      `unchanged${index}`,
      metric(0, scatter, random),
    ]);
    const worst = metric(-Math.log(1 - worse), scatter, random);
    const metrics = Object.fromEntries([...others, [SUBJECT, worst]]);
    const judged = judge({ ...GATE, metrics });
    if (judged.verdict === 'fail') counts.fail++;
    if (judged.verdict === 'pass') counts.pass++;
    if (judged.culprits.includes(SUBJECT)) counts.named++;
    blocks.push(judged.blocks);
  }
  return [
    ...[percent(worse), percent(scatter), percent(counts.fail / RUNS)],
    ...[percent(counts.named / RUNS), percent(counts.pass / RUNS), `${median(blocks)}`],
  ];
}

/** @param {number} share */
function percent(share) {
  return `${Number((100 * share).toFixed(1))} %`;
}

const HEAD = ['throughput down', 'scatter', 'fails', 'names it', 'passes', 'blocks (median)'];
const rows = WORSE.flatMap((worse) => SCATTERS.map((scatter) => row(worse, scatter)));
const lines = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
process.stdout.write(`${lines.join('\n')}\n`);
