/** The command `loadline lab`: what can be typed. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { Command, InvalidArgumentError } = require('commander');
const { EXIT, UsageError } = require('loadline/src/cli/exit-codes');
const { readRecords } = require('./records');
const { runStudy } = require('./run-study');
const { loadSettings } = require('./settings');
const { table } = require('./table');

const LABORATORY = path.resolve(__dirname, '..');
const ROOT = path.resolve(LABORATORY, '../..');
const STUDIES = path.join(LABORATORY, 'studies');
const FILES = { settings: 'settings.json', records: 'runs.ndjson', table: 'table.md' };

/**
 * @param {Command} loadline whose settings it has
 * @returns {Command}
 */
function labCommand(loadline) {
  const run = new Command('run')
    .description('runs the comparisons of a study that are not recorded yet')
    .argument('<study>', 'a folder of studies, or a path')
    .option('--minutes <number>', 'begin no comparison after that', positive)
    .option('--runs <number>', 'at most so many of them', positive)
    .option('--quiet', 'print nothing but the table at the end, and errors')
    .action(runCommand);
  const show = new Command('table')
    .description('prints what a study has found, and writes it to table.md beside the data')
    .argument('<study>', 'a folder of studies, or a path')
    .action(tableCommand);
  const lab = new Command('loadline lab').copyInheritedSettings(loadline);
  for (const command of [run, show]) lab.addCommand(command.copyInheritedSettings(lab));
  return lab
    .description(
      'plants slowdowns into copies of stacks, and counts how often a comparison finds them',
    )
    .addHelpText(
      'after',
      `
A study is a folder with settings.json, which is fixed before the data. A run that is recorded (runs.ndjson) is never
repeated: interrupted at any time, it goes on where it stopped.

Studies: ${studies().join(', ')}

Examples:
  loadline lab run power --minutes 30
  loadline lab table power`,
    );
}

/**
 * @param {string} study
 * @param {{ minutes?: number, runs?: number, quiet?: boolean }} options
 */
async function runCommand(study, { minutes, runs, quiet: isQuiet = false }) {
  const say = (/** @type {string} */ text) => {
    if (!isQuiet) process.stderr.write(`${text}\n`);
  };
  const folder = folderOf(study);
  const settings = loadSettings(path.join(folder, FILES.settings));
  const left = await runStudy(
    {
      settings,
      recordsFile: path.join(folder, FILES.records),
      root: ROOT,
      copyFolder: path.join(ROOT, '.cache/laboratory/house'),
    },
    { minutesMax: minutes, runsMax: runs, say },
  );
  tableCommand(study);
  if (left > 0) process.stderr.write(`left: ${left} (loadline lab run ${study})\n`);
  process.exitCode = EXIT.pass;
}

/** @param {string} study */
function tableCommand(study) {
  const folder = folderOf(study);
  const text = table(readRecords(path.join(folder, FILES.records)));
  fs.writeFileSync(path.join(folder, FILES.table), text);
  process.stdout.write(text);
}

/**
 * @param {string} study as typed
 * @returns {string}
 * @throws {UsageError}
 */
function folderOf(study) {
  for (const folder of [path.join(STUDIES, study), path.resolve(study)]) {
    if (fs.existsSync(path.join(folder, FILES.settings))) return folder;
  }
  throw new UsageError(
    `no study ${study}; known: ${studies().join(', ')}, and folders with ${FILES.settings}`,
  );
}

/** @returns {string[]} */
function studies() {
  const entries = fs.existsSync(STUDIES) ? fs.readdirSync(STUDIES, { withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** @param {string} typed */
function positive(typed) {
  const value = Number(typed);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number over 0.');
}

module.exports = { labCommand };
