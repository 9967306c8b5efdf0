/** Runs a program to its end, on given cores, and takes the time. */
'use strict';

const { spawn } = require('node:child_process');
const { takeIntoCare } = require('../stacks');
const { pinned } = require('./cores');

/**
 * @param {string[]} command
 * @param {number[] | null} cores
 * @returns {Promise<{ millis: number, stdout: string }>}
 * @throws {Error} it could not be started, or did not exit with 0
 */
function timedProcess(command, cores) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const [program, ...args] = pinned(cores, command);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const care = takeIntoCare({ pid: child.pid });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => (stdout += data));
    child.stderr.on('data', (data) => (stderr += data));
    child.once('error', (error) => reject(new Error(`${command.join(' ')}: ${error.message}`)));
    child.once('close', (exitCode) => {
      care.release();
      const millis = performance.now() - began;
      if (exitCode === 0) resolve({ millis, stdout });
      else reject(new Error(`${command.join(' ')}: exit code ${exitCode}: ${stderr.trim()}`));
    });
  });
}

module.exports = { timedProcess };
