/** Runs the real command in a house, and looks for what it leaves behind. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

/** @typedef {import('./house').House} House */
/** @typedef {{ exitCode: number | null, stdout: string, stderr: string }} Ended */

const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');

/**
 * @param {House} house
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function startLoadline(house, args, env = {}) {
  const child = spawn(process.execPath, [LOADLINE, ...args], {
    cwd: house.root,
    // LOADLINE_TEST marks what this run starts, so that what is left of it can be found.
    env: { ...process.env, TMPDIR: house.temporary, LOADLINE_TEST: house.root, ...env },
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += data));
  child.stderr.on('data', (data) => (stderr += data));
  /** @type {Promise<Ended>} */
  const ended = new Promise((resolve) => {
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  return { child, ended, stderr: () => stderr };
}

/**
 * @param {House} house
 * @param {string[]} args
 * @returns {Promise<Ended>}
 */
function runLoadline(house, ...args) {
  return startLoadline(house, args).ended;
}

/**
 * @param {() => boolean} condition
 * @param {string} what
 * @param {number} [withinMillis]
 */
async function until(condition, what, withinMillis = 15_000) {
  const deadline = Date.now() + withinMillis;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${withinMillis} ms`);
    await sleep(20);
  }
}

/**
 * @param {House} house
 * @returns {string[]} command lines of the processes that this house's runs have started and that live
 */
function processesOf(house) {
  return allPids(house).map(commandOf);
}

/**
 * @param {House} house
 * @param {string} program such as `driver.js`
 * @returns {number[]} those that run it
 */
function pidsOf(house, program) {
  const runs = (/** @type {string} */ pid) => commandOf(pid).trim().endsWith(program);
  return allPids(house).filter(runs).map(Number);
}

/** @param {House} house */
function allPids({ root }) {
  const isPid = (/** @type {string} */ name) => /^\d+$/.test(name);
  return fs
    .readdirSync('/proc')
    .filter(isPid)
    .filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(`LOADLINE_TEST=${root}`));
}

/** @param {string} pid */
function commandOf(pid) {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
}

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    // The process has just ended, or is somebody else's.
    return '';
  }
}

module.exports = { startLoadline, runLoadline, until, pidsOf, processesOf };
