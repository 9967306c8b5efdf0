/** Runs a program to its end, in the care of the harness. */
'use strict';

const { spawn } = require('node:child_process');
const { killGroup, takeIntoCare } = require('./cleanup');

const OUTPUT_KEPT = 8_000;

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] in place of ours
 * @property {number} [withinMillis] it is killed after that, with all that it started (Infinity)
 */

/**
 * @typedef {object} Ending
 * @property {number | null} exitCode null when it was killed
 * @property {boolean} isLate it was killed, since it took longer than it may
 * @property {string} stdout all of it
 * @property {string} output the end of what it wrote, standard error among it
 */

/**
 * What the program started and left behind ends with it.
 *
 * @param {string[]} command
 * @param {string} folder in which it runs
 * @param {RunOptions} [options]
 * @returns {Promise<Ending>}
 * @throws {Error} there is no such program
 */
function runToEnd([program, ...args], folder, { env, withinMillis = Infinity } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const { pid } = child;
    const care = takeIntoCare({ pid });
    const endGroup = () => pid !== undefined && killGroup(pid);
    let isLate = false;
    const onLate = () => {
      isLate = true;
      endGroup();
    };
    const late = Number.isFinite(withinMillis) ? setTimeout(onLate, withinMillis) : undefined;
    let stdout = '';
    let output = '';
    const keep = (/** @type {string} */ text) => (output = (output + text).slice(-OUTPUT_KEPT));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      keep(text);
    });
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => {
      clearTimeout(late);
      care.release();
      reject(error);
    });
    child.once('exit', endGroup);
    child.once('close', (exitCode) => {
      clearTimeout(late);
      care.release();
      resolve({ exitCode, isLate, stdout, output });
    });
  });
}

module.exports = { runToEnd };
