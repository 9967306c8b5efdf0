/** Runs the driver as a program, the way either side of the house does: specification in, sample out. */
'use strict';

const { spawn } = require('node:child_process');
const path = require('node:path');

const DRIVER = path.join(__dirname, '../../src/drivers/driver.js');

/**
 * @typedef {{ samples: any[], stderr: string, exitCode: number | null }} Outcome
 *
 * @param {...object} specifications
 * @returns {Promise<Outcome>}
 */
function runDriver(...specifications) {
  return startDriver(...specifications).ended;
}

/**
 * @param {...object} specifications
 * @returns {{ pid: number, ended: Promise<Outcome> }}
 */
function startDriver(...specifications) {
  const child = spawn(process.execPath, [DRIVER]);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += data));
  child.stderr.on('data', (data) => (stderr += data));
  child.stdin.end(specifications.map((line) => `${JSON.stringify(line)}\n`).join(''));
  /** @type {Promise<Outcome>} */
  const ended = new Promise((resolve) => {
    child.once('close', (exitCode) => {
      const lines = stdout.split('\n').filter(Boolean);
      resolve({ samples: lines.map((line) => JSON.parse(line)), stderr, exitCode });
    });
  });
  return { pid: Number(child.pid), ended };
}

module.exports = { runDriver, startDriver };
