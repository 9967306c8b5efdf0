/** Runs the gate a number of times, and tells of each run what it said. */
'use strict';

const fs = require('node:fs');

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
 * @param {string} name
 * @param {number} runs
 * @param {string} reportFile which each run writes
 * @param {() => void} run
 */
function series(name, runs, reportFile, run) {
  for (let number = 1; number <= runs; number++) {
    const began = performance.now();
    fs.rmSync(reportFile, { force: true });
    run();
    const report = JSON.parse(fs.readFileSync(reportFile, 'utf8'));
    const seconds = Math.round((performance.now() - began) / 1000);
    print(`${name} ${number}: ${told(report.gate)}; ${seconds} s`);
  }
}

/** @param {import('../src/reports/report').GateReport} gate */
function told({ verdict, culprits, cells }) {
  const open = cells.filter((cell) => cell.verdict !== 'pass' && cell.verdict !== 'fail');
  const cellsLeft = open.map((cell) => `${cell.stack} ${cell.workload} ${cell.verdict}`);
  return [verdict, `named: ${culprits.join(', ') || 'none'}`, ...cellsLeft].join('; ');
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

module.exports = { askedFor, series, limitsOf };
