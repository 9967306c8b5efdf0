/** Runs the comparisons of a study that are not recorded yet, one after the other. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { EXIT, UsageError } = require('loadline/src/cli/exit-codes');
const { safeText } = require('loadline/src/reports/safe-text');
const { CaredProcess, temporaryFolder } = require('loadline/src/stacks/cared-process');
const { compact } = require('./compact');
const { HouseCopy, headOf } = require('./house-copy');
const { takeUp } = require('./records');
const { runsLeft } = require('./settings');

/**
 * @typedef {import('./settings').Settings} Settings
 * @typedef {import('./settings').Condition} Condition
 * @typedef {import('./settings').Run} Run
 * @typedef {import('./house-copy').Sides} Sides
 *
 * @typedef {object} Study
 * @property {Settings} settings
 * @property {string} recordsFile
 * @property {string} root the house
 * @property {string} copyFolder where the copy of the house is kept
 *
 * @typedef {object} RunOptions
 * @property {number} [minutesMax] no run is begun after that
 * @property {number} [runsMax]
 * @property {string[]} [command] in place of `loadline`
 * @property {(text: string) => void} say
 */

const LOADLINE = path.join(
  path.dirname(require.resolve('loadline/package.json')),
  'bin/loadline.js',
);
/** Compare builds, checks and starts services before its own minutes begin. */
const MINUTES_BESIDE = 30;
const OUTPUT_CHARACTERS_MAX = 4_000;
/** What a comparison ends with that has found something out. */
const MEASURED = [EXIT.pass, EXIT.fail, EXIT.undecided];

/**
 * @param {Study} study
 * @param {RunOptions} options
 * @returns {Promise<number>} how many are left
 * @throws {UsageError} a comparison did not measure; what was recorded before stays
 */
async function runStudy({ settings, recordsFile, root, copyFolder }, options) {
  const { minutesMax = Infinity, runsMax = Infinity, say } = options;
  const newHead = () => ({
    schemaVersion: /** @type {const} */ ('1.0'),
    settings,
    revision: headOf(root),
  });
  const { head, runs, add } = takeUp(recordsFile, newHead, settings);
  const left = runsLeft(settings, runs);
  const until = Date.now() + minutesMax * 60_000;
  const copy = HouseCopy.of(root, copyFolder, head.revision);
  const sides = sidesOfAll(copy, head.revision, settings);
  let done = 0;
  for (const run of left) {
    if (done >= runsMax || Date.now() >= until) break;
    const condition = conditionOf(settings, run);
    const own = /** @type {Sides} */ (sides.get(run.condition));
    say(`${run.condition} ${run.number} of ${condition.runs} (${left.length - done} left)`);
    const found = await compareOnce(run, { ...options, condition, sides: own, copy, settings });
    add({ ...found, engine: headOf(root), machine: machine() });
    say(`  ${found.verdict}, named: ${found.named.join(', ') || 'none'}; ${found.minutes} minutes`);
    done += 1;
  }
  return left.length - done;
}

/**
 * Before anything is measured, so that a plant without a place is not found out in the middle of a study.
 *
 * @param {HouseCopy} copy
 * @param {string} revision
 * @param {Settings} settings
 * @returns {Map<string, Sides>} by the name of the condition
 */
function sidesOfAll(copy, revision, { conditions }) {
  const sides = conditions.map((condition) => copy.sidesOf(revision, condition));
  copy.checkOut(revision);
  return new Map(conditions.map(({ name }, i) => [name, sides[i]]));
}

/**
 * @param {Settings} settings
 * @param {Run} run
 */
function conditionOf({ conditions }, { condition }) {
  return /** @type {Condition} */ (conditions.find(({ name }) => name === condition));
}

/**
 * @param {Run} run
 * @param {{ condition: Condition, sides: Sides, copy: HouseCopy, settings: Settings, command?: string[] }} how
 * @returns {Promise<Omit<import('./records').RecordedRun, 'engine' | 'machine'>>}
 */
async function compareOnce(run, { condition, sides, copy, settings, command }) {
  const began = new Date();
  const folder = temporaryFolder();
  const report = path.join(folder, 'report.json');
  const child = new CaredProcess(
    [
      ...(command ?? [process.execPath, LOADLINE]),
      ...['compare', '--base', sides.base, '--head', sides.head, '--all'],
      ...['--stack', condition.stack, '--workload', ...condition.workloads],
      ...['--minutes', `${settings.minutes}`, '--seed', `${run.seed}`, '--report', report],
    ],
    {
      cwd: copy.folder,
      env: { ...process.env, XDG_CACHE_HOME: buildsOf(copy, condition) },
      folder,
    },
  );
  // Nobody reads it, and a full pipe would stop it.
  child.stdout.resume();
  try {
    const exitCode = await exitOf(child, settings.minutes + MINUTES_BESIDE);
    if (exitCode === null || !MEASURED.includes(exitCode) || !fs.existsSync(report)) {
      throw new UsageError(notMeasured(run, child));
    }
    const { gate } = readJson(report);
    if (gate === null) throw new UsageError(notMeasured(run, child));
    const found = compact({ gate }, readLines(path.join(folder, 'blocks.ndjson')));
    const minutes = Number(((Date.now() - began.getTime()) / 60_000).toFixed(2));
    return { ...run, began: began.toISOString(), minutes, exitCode, ...found };
  } finally {
    await child.end();
  }
}

/**
 * Where `compare` keeps what it has built. It keeps few builds, and conditions take turns: with one place for all of them each would be built anew for
 * every run.
 *
 * @param {HouseCopy} copy
 * @param {Condition} condition
 */
function buildsOf(copy, { name }) {
  return path.join(path.dirname(copy.folder), 'builds', name);
}

/**
 * @param {CaredProcess} child
 * @param {number} minutesMax
 * @returns {Promise<number | null>} null when it was ended, by us or by others
 */
async function exitOf(child, minutesMax) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, minutesMax * 60_000, `took longer than ${minutesMax} minutes`);
  });
  const ending = await Promise.race([child.exited, late]);
  clearTimeout(timer);
  const [, code] = /^exit code (\d+)$/.exec(ending) ?? [];
  return code === undefined ? null : Number(code);
}

/**
 * @param {Run} run
 * @param {CaredProcess} child
 */
function notMeasured({ condition, number }, child) {
  const how = child.howItEnded() ?? 'it hung';
  const last = safeText(child.lastOutput(), OUTPUT_CHARACTERS_MAX);
  return `${condition} ${number}: the comparison did not measure (${how}), and is not recorded\n${last}`;
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** @param {string} file */
function readLines(file) {
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** @returns {import('./records').Machine} */
function machine() {
  const cpus = os.cpus();
  return { processor: cpus[0]?.model ?? '', processors: cpus.length, node: process.version };
}

module.exports = { runStudy };
