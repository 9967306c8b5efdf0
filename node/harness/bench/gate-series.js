/** Runs the gate a number of times, and tells of each run what it said. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { median } = require('../src/measure/steady');

/** Where the report and the blocks of a run that is not as expected are kept, to be looked at: the house it ran in is removed. */
const KEPT = path.resolve(__dirname, '../../../.cache/bench-gate');
/** How much of its throughput a server that is slowed by 35 % may seem to keep: two sets of a JVM's processes differ by a tenth. */
const LEFT_MIN = 0.5;
const LEFT_MAX = 0.8;
const PRINTED_BYTES_MAX = 16 * 1024 * 1024;
const FILES = ['report.json', 'blocks.ndjson'];

/**
 * What the command line asks for: `10` runs of each kind, or `10 slowed` of one alone. By one unchanged run it is seen at least by how
 * much slowed ones are slower.
 *
 * @param {string[]} args
 * @returns {{ runs: number, unchangedRuns: number, slowed: boolean }}
 */
function askedFor([runs = '10', alone = '']) {
  const isKnown = ['', 'unchanged', 'slowed'].includes(alone);
  if (!/^[1-9]\d{0,2}$/.test(runs) || !isKnown) {
    print('expected how many runs (1 to 999), and none or one of: unchanged, slowed');
    process.exit(2);
  }
  const unchangedRuns = alone === 'slowed' ? 1 : Number(runs);
  return { runs: Number(runs), unchangedRuns, slowed: alone !== 'unchanged' };
}

/**
 * Runs one measurement to its end. It fails where it found something: what it found is in its report.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @returns {string} all that it printed
 */
function outputOf(program, args, cwd) {
  const { stdout, stderr } = spawnSync(program, args, {
    ...{ cwd, encoding: 'utf8', maxBuffer: PRINTED_BYTES_MAX },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return `${stdout}${stderr}`;
}

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {number} runs
 * @property {string} folder where each run writes its report and its blocks
 * @property {string} planted name of the metric that one server is slowed on
 * @property {number | null} usual what the metric is when nothing is slowed; null where nothing is: then no run may fail. Else each
 *   run must fail, name the metric alone, and show that it was slowed by as much as is claimed
 * @property {() => string} run what it printed: told where it left no report
 */

/**
 * @param {Series} series
 * @returns {number | null} the planted metric's median figure; null where it was not measured
 */
function series({ name, runs, folder, planted, usual, run }) {
  let expected = 0;
  /** @type {number[]} */
  const figures = [];
  for (let number = 1; number <= runs; number++) {
    const began = performance.now();
    for (const file of FILES) fs.rmSync(path.join(folder, file), { force: true });
    const printed = run();
    if (!fs.existsSync(path.join(folder, 'report.json'))) {
      print(`${name} ${number}: it left no report, so it did not measure:\n${printed.trim()}`);
      process.exitCode = 2;
      return null;
    }
    const { gate } = JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8'));
    const seconds = Math.round((performance.now() - began) / 1000);
    const figure = figureOf(gate, planted);
    if (figure !== null) figures.push(figure);
    const share = usual === null || figure === null ? null : figure / usual;
    print(
      `${name} ${number}: ${told(gate)}; ${planted} ${figureText(figure, share)}; ${seconds} s`,
    );
    if (usual === null ? gate.verdict !== 'fail' : isCaught(gate, planted, share)) expected += 1;
    else keep(folder, path.join(KEPT, `${name} ${number}`));
  }
  print(`${name}: ${expected} of ${runs} as expected`);
  if (expected < runs) process.exitCode = 1;
  return figures.length > 0 ? median(figures) : null;
}

/**
 * @param {import('../src/reports/report').GateReport} gate
 * @param {string} planted
 * @param {number | null} share of what it usually is
 */
function isCaught({ verdict, culprits }, planted, share) {
  const isNamedAlone = verdict === 'fail' && culprits.join() === planted;
  return isNamedAlone && share !== null && share > LEFT_MIN && share < LEFT_MAX;
}

/**
 * @param {string} folder
 * @param {string} kept
 */
function keep(folder, kept) {
  fs.mkdirSync(kept, { recursive: true });
  for (const file of FILES) fs.copyFileSync(path.join(folder, file), path.join(kept, file));
  print(`  its report and blocks: ${path.relative(process.cwd(), kept)}`);
}

/** @param {import('../src/reports/report').GateReport} gate */
function told({ verdict, culprits, comparisons }) {
  const open = comparisons.filter((each) => each.verdict !== 'pass' && each.verdict !== 'fail');
  const left = open.map(
    ({ subject, workload, ...each }) => `${subject} ${workload} ${each.verdict}`,
  );
  return [verdict, `named: ${culprits.join(', ') || 'none'}`, ...left].join('; ');
}

/**
 * @param {import('../src/reports/report').GateReport} gate
 * @param {string} planted
 * @returns {number | null} what was measured of it; null where nothing was
 */
function figureOf({ comparisons }, planted) {
  const metric = comparisons.flatMap(({ metrics }) => metrics).find(({ name }) => name === planted);
  return metric?.measured ?? null;
}

/**
 * @param {number | null} figure
 * @param {number | null} share of what it usually is
 */
function figureText(figure, share) {
  if (figure === null) return 'not measured';
  const down = share === null ? '' : `, ${Math.round((1 - share) * 100)} % down`;
  return `${figure.toFixed(3)}${down}`;
}

/**
 * @param {string} root the house
 * @param {'node' | 'java'} language
 * @returns {object | null} what its thresholds.json says of one side; null, and a message, if that is nothing
 */
function limitsOf(root, language) {
  const { stacks, ...rest } = JSON.parse(fs.readFileSync(`${root}/thresholds.json`, 'utf8'));
  const own = Object.entries(stacks).filter(([id]) => id.startsWith(`${language}/`));
  if (own.length > 0) return { ...rest, stacks: Object.fromEntries(own) };
  print('nothing to judge by: thresholds.json has no limits (npx loadline calibrate)');
  process.exitCode = 2;
  return null;
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

module.exports = { askedFor, limitsOf, outputOf, series };
