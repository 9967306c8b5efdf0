/** Runs the gate a number of times, and tells of each run what it said. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

/** Where the report and the blocks of a run that is not as expected are kept, to be looked at: the house it ran in is removed. */
const KEPT = path.resolve(__dirname, '../../../.cache/bench-gate');
const PRINTED_BYTES_MAX = 16 * 1024 * 1024;
const FILES = ['report.json', 'blocks.ndjson'];

/**
 * What the command line asks for: `10` runs of each kind, or `10 slowed` of one alone.
 *
 * @param {string[]} args
 * @returns {{ runs: number, unchanged: boolean, slowed: boolean }}
 */
function askedFor([runs = '10', alone = '']) {
  const isKnown = ['', 'unchanged', 'slowed'].includes(alone);
  if (!/^[1-9]\d{0,2}$/.test(runs) || !isKnown) {
    print('expected how many runs (1 to 999), and none or one of: unchanged, slowed');
    process.exit(2);
  }
  return { runs: Number(runs), unchanged: alone !== 'slowed', slowed: alone !== 'unchanged' };
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
 * @property {boolean} isSlowed whether it is now, and has to be named, and nothing else; if it is not, no run may fail
 * @property {() => string} run what it printed: told where it left no report
 */

/** @param {Series} series */
function series({ name, runs, folder, planted, isSlowed, run }) {
  let expected = 0;
  for (let number = 1; number <= runs; number++) {
    const began = performance.now();
    for (const file of FILES) fs.rmSync(path.join(folder, file), { force: true });
    const printed = run();
    if (!fs.existsSync(path.join(folder, 'report.json'))) {
      print(`${name} ${number}: it left no report, so it did not measure:\n${printed.trim()}`);
      process.exitCode = 2;
      return;
    }
    const { gate } = JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8'));
    const seconds = Math.round((performance.now() - began) / 1000);
    print(`${name} ${number}: ${told(gate)}; ${figureOf(gate, planted)}; ${seconds} s`);
    if (isExpected(gate, isSlowed ? [planted] : [])) expected += 1;
    else keep(folder, path.join(KEPT, `${name} ${number}`));
  }
  print(`${name}: ${expected} of ${runs} as expected`);
  if (expected < runs) process.exitCode = 1;
}

/**
 * @param {import('../src/reports/report').GateReport} gate
 * @param {string[]} culprits
 */
function isExpected({ verdict, culprits: named }, culprits) {
  if (culprits.length === 0) return verdict !== 'fail';
  return verdict === 'fail' && named.join() === culprits.join();
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
function told({ verdict, culprits, cells }) {
  const open = cells.filter((cell) => cell.verdict !== 'pass' && cell.verdict !== 'fail');
  const cellsLeft = open.map((cell) => `${cell.stack} ${cell.workload} ${cell.verdict}`);
  return [verdict, `named: ${culprits.join(', ') || 'none'}`, ...cellsLeft].join('; ');
}

/**
 * By what is measured of it unchanged and slowed, the slowdown itself can be judged.
 *
 * @param {import('../src/reports/report').GateReport} gate
 * @param {string} planted
 */
function figureOf({ cells }, planted) {
  const metric = cells.flatMap(({ metrics }) => metrics).find(({ name }) => name === planted);
  return `${planted} ${metric?.measured?.toFixed(3) ?? 'not measured'}`;
}

/**
 * @param {string} root the house
 * @param {'node' | 'java'} language
 * @returns {object | null} what its thresholds.json says of one side; null, and a message, if that is nothing
 */
function limitsOf(root, language) {
  const {
    stacks,
    processors = {},
    ...rest
  } = JSON.parse(fs.readFileSync(`${root}/thresholds.json`, 'utf8'));
  const own = ofLanguage(stacks, language);
  if (Object.keys(own).length > 0) {
    const perProcessor = Object.entries(processors)
      .map(([name, entries]) => [name, ofLanguage(entries, language)])
      .filter(([, entries]) => Object.keys(entries).length > 0);
    return { ...rest, stacks: own, processors: Object.fromEntries(perProcessor) };
  }
  print('nothing to judge by: thresholds.json has no limits (npx loadline calibrate)');
  process.exitCode = 2;
  return null;
}

/**
 * @param {Record<string, object>} entries by stack
 * @param {'node' | 'java'} language
 * @returns {Record<string, object>} those of its stacks
 */
function ofLanguage(entries, language) {
  return Object.fromEntries(
    Object.entries(entries).filter(([id]) => id.startsWith(`${language}/`)),
  );
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

module.exports = { askedFor, limitsOf, outputOf, series };
