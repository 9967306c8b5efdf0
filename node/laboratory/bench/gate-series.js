/** Runs the gate a number of times, and tells of each run what it said. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { median } = require('loadline/src/measure/steady');

/** Where the report and the blocks of a run that is not as expected are kept, to be looked at: the house it ran in is removed. */
const KEPT = path.resolve(__dirname, '../../../.cache/bench-gate');
const LOADLINE = path.resolve(__dirname, '../../harness/bin/loadline.js');
/** A slowdown of 35 % lies well beyond it, and two runs of unchanged code do not. */
const SLACK = '0.20';
/**
 * How much of its throughput a server that is slowed by 35 % may seem to keep: two sets of a JVM's processes differ by a tenth. Asked of
 * the median of all runs: on a machine whose neighbours come and go, a run that was decided after ten blocks is a fifth off.
 */
const LEFT_MIN = 0.5;
const LEFT_MAX = 0.8;
const USUAL_RUNS = 3;
/** Of fresh processes. A limit that three of them gave was a tenth lower than it should be, by chance. */
const ROUNDS = '5';
const CALIBRATION_MINUTES_MAX = '40';
const PRINTED_BYTES_MAX = 16 * 1024 * 1024;
const FILES = ['report.json', 'blocks.ndjson'];

/**
 * What the command line asks for: `10` runs of each kind, or `10 planted` of one alone. A few unchanged runs show even then by how
 * much planted ones are worse.
 *
 * @param {string[]} args
 * @returns {{ runs: number, unchangedRuns: number, isPlanted: boolean }}
 */
function askedFor([runs = '10', alone = '']) {
  const isKnown = ['', 'unchanged', 'planted'].includes(alone);
  if (!/^[1-9]\d{0,2}$/.test(runs) || !isKnown) {
    print('expected how many runs (1 to 999), and none or one of: unchanged, planted');
    process.exit(2);
  }
  const unchangedRuns = alone === 'planted' ? USUAL_RUNS : Number(runs);
  return { runs: Number(runs), unchangedRuns, isPlanted: alone !== 'unchanged' };
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
    cwd,
    encoding: 'utf8',
    maxBuffer: PRINTED_BYTES_MAX,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return `${stdout}${stderr}`;
}

/** @typedef {Map<string, number>} Figures of metrics, by name */

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {number} runs
 * @property {string} folder where each run writes its report and its blocks
 * @property {string[]} planted names of the metrics that are made worse in some server
 * @property {Figures | null} usual what these are when nothing is made worse; null where nothing is: then no run may fail. Else each
 *   run must fail and name these metrics alone, and all together show that throughput was slowed by as much as is claimed
 * @property {() => string} run what it printed: told where it left no report
 */

/**
 * @param {Series} series
 * @returns {Figures | null} the planted metrics' median figures; null where one was never measured
 */
function series({ name, runs, folder, planted, usual, run }) {
  let expected = 0;
  /** @type {Figures[]} */
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
    const own = figuresOf(gate, planted);
    figures.push(own);
    const measured = planted.map((metric) => figureText(metric, own, usual));
    print(`${name} ${number}: ${told(gate)}; ${measured.join(', ')}; ${seconds} s`);
    if (usual === null ? gate.verdict !== 'fail' : isCaught(gate, planted)) {
      expected += 1;
    } else {
      keep(folder, path.join(KEPT, `${name} ${number}`));
    }
  }
  print(`${name}: ${expected} of ${runs} as expected`);
  const medians = mediansOf(planted, figures);
  if (medians === null) print(`${name}: some of what is planted was never measured`);
  const isClaimed = usual === null || isAsClaimed(planted, medians, usual);
  if (expected < runs || medians === null || !isClaimed) process.exitCode = 1;
  return medians;
}

/**
 * @param {import('loadline/src/reports/report').GateReport} gate
 * @param {string[]} planted
 */
function isCaught({ verdict, culprits }, planted) {
  return verdict === 'fail' && culprits.join() === [...planted].sort().join();
}

/**
 * Of a p99 nothing is claimed but that it is named.
 *
 * @param {string[]} planted
 * @param {Figures | null} medians of all runs
 * @param {Figures} usual
 */
function isAsClaimed(planted, medians, usual) {
  const slowed = planted.filter((metric) => metric.endsWith('.throughput'));
  const shares = slowed.map((metric) => shareOf(metric, medians ?? new Map(), usual));
  const shown = slowed.map((metric, at) => `${metric} ${shares[at]?.toFixed(2) ?? 'not measured'}`);
  print(`of the usual, by the median of all runs: ${shown.join(', ')}`);
  return shares.every((share) => share !== null && share > LEFT_MIN && share < LEFT_MAX);
}

/**
 * @param {string} metric
 * @param {Figures} own
 * @param {Figures | null} usual
 * @returns {number | null} of what it usually is
 */
function shareOf(metric, own, usual) {
  const [figure, before] = [own.get(metric), usual?.get(metric)];
  return figure === undefined || before === undefined ? null : figure / before;
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

/** @param {import('loadline/src/reports/report').GateReport} gate */
function told({ verdict, culprits, comparisons }) {
  const open = comparisons.filter((each) => each.verdict !== 'pass' && each.verdict !== 'fail');
  const left = open.map(
    ({ subject, workload, ...each }) => `${subject} ${workload} ${each.verdict}`,
  );
  return [verdict, `named: ${culprits.join(', ') || 'none'}`, ...left].join('; ');
}

/**
 * @param {import('loadline/src/reports/report').GateReport} gate
 * @param {string[]} planted
 * @returns {Figures} of those that were measured
 */
function figuresOf({ comparisons }, planted) {
  const metrics = comparisons.flatMap((comparison) => comparison.metrics);
  return new Map(
    metrics
      .filter(({ name }) => planted.includes(name))
      .flatMap(({ name, measured }) => (measured === null ? [] : [[name, measured]])),
  );
}

/**
 * @param {string[]} planted
 * @param {Figures[]} figures of each run
 * @returns {Figures | null}
 */
function mediansOf(planted, figures) {
  const all = planted.map((metric) => figures.flatMap((own) => own.get(metric) ?? []));
  if (all.some((values) => values.length === 0)) return null;
  return new Map(planted.map((metric, at) => [metric, median(all[at])]));
}

/**
 * @param {string} metric
 * @param {Figures} own
 * @param {Figures | null} usual
 */
function figureText(metric, own, usual) {
  const figure = own.get(metric);
  if (figure === undefined) return `${metric} not measured`;
  const share = shareOf(metric, own, usual);
  const of = share === null ? '' : `, ${share.toFixed(2)} of the usual`;
  return `${metric} ${figure.toFixed(3)}${of}`;
}

/**
 * Learns the limits of this machine. Those of the house itself hold on machines of several kinds, and are too wide for 35 %.
 *
 * @param {string} root whose thresholds.json is written
 * @param {{ stacks: string[], workloads: string[], planted: string[] }} what what is planted must have got a limit
 * @returns {boolean} whether it has; else it is told why not
 */
function calibrated(root, { stacks, workloads, planted }) {
  const began = performance.now();
  const file = path.join(root, 'thresholds.json');
  const { stacks: _wide, ...rest } = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.writeFileSync(file, JSON.stringify({ ...rest, stacks: {} }));
  const narrowed = ['--stack', ...stacks, '--workload', ...workloads];
  const often = ['--rounds', ROUNDS, '--max-minutes', CALIBRATION_MINUTES_MAX];
  const printed = outputOf(
    process.execPath,
    [LOADLINE, 'calibrate', '--slack', SLACK, ...often, ...narrowed],
    root,
  );
  const limits = JSON.parse(fs.readFileSync(file, 'utf8')).stacks;
  const isDone = planted.every((metric) => hasLimit(limits, metric));
  const seconds = Math.round((performance.now() - began) / 1000);
  print(isDone ? `calibrated with ${SLACK} of slack; ${seconds} s` : printed.trim());
  if (!isDone) process.exitCode = 2;
  return isDone;
}

/**
 * @param {Record<string, Record<string, object>>} limits by stack and workload
 * @param {string} metric such as `node/koa hello.p99`
 */
function hasLimit(limits, metric) {
  const [, stack, workload, kind] = /^(\S+) (\w+)\.(\w+)$/.exec(metric) ?? [];
  return Object.keys(limits[stack]?.[workload] ?? {}).some((key) => key.startsWith(kind));
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

module.exports = { LOADLINE, askedFor, calibrated, outputOf, series };
