/** Makes the page of a report again, of one report or of two beside one another, and shows it. */
'use strict';

const { spawn } = require('node:child_process');
const path = require('node:path');
const { pageFileOf, writePage } = require('../reports/page');
const { refuseUnshowable } = require('../reports/read-report');
const { EXIT } = require('./exit-codes');

/** What opens a file as its owner would, by platform. */
const OPENERS = /** @type {Record<string, string[]>} */ ({
  darwin: ['open'],
  win32: ['explorer.exe'],
  other: ['xdg-open'],
});

/**
 * @param {string} file report.json, of this or an older version of the schema
 * @param {{ beside?: string, open?: boolean }} options
 * @returns {Promise<number>} the exit code
 * @throws {import('../input/invalid-input').InvalidInput} no page can be made of it
 */
async function runReport(file, { beside, open = false }) {
  refuseUnshowable(beside === undefined ? [file] : [file, beside]);
  const page = writePage(file, { besideFile: beside, file: pageOf(file, beside) });
  process.stdout.write(`${page}\n`);
  if (open) await openPage(path.resolve(page));
  return EXIT.pass;
}

/**
 * @param {string} file
 * @param {string | undefined} beside
 * @returns {string} a page of two does not take the place of the report's own
 */
function pageOf(file, beside) {
  const own = pageFileOf(file);
  return beside === undefined ? own : own.replace(/\.html$/, '-beside.html');
}

/**
 * @param {string} page
 * @returns {Promise<void>} when it is being opened, or it was told that nothing here can
 */
function openPage(page) {
  const [command, ...words] = OPENERS[process.platform] ?? OPENERS.other;
  return new Promise((resolve) => {
    const opener = spawn(command, [...words, page], { detached: true, stdio: 'ignore' });
    opener.once('spawn', () => {
      opener.unref();
      resolve();
    });
    opener.once('error', () => {
      process.stderr.write(`loadline: there is no ${command} to open it: open it in a browser\n`);
      resolve();
    });
  });
}

module.exports = { runReport };
