/** Runs a program to its end, in the care of the harness. */
'use strict';

const { spawn } = require('node:child_process');
const { takeIntoCare } = require('./cleanup');

const OUTPUT_KEPT = 8_000;

/**
 * @param {string[]} command
 * @param {string} folder in which it runs
 * @returns {Promise<{ exitCode: number | null, output: string }>} with the end of what it wrote
 * @throws {Error} there is no such program
 */
function runToEnd([program, ...args], folder) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const care = takeIntoCare({ pid: child.pid });
    let output = '';
    const keep = (/** @type {Buffer} */ data) => (output = (output + data).slice(-OUTPUT_KEPT));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => {
      care.release();
      reject(error);
    });
    child.once('close', (exitCode) => {
      care.release();
      resolve({ exitCode, output });
    });
  });
}

module.exports = { runToEnd };
