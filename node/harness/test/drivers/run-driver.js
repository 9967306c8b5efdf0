/** Runs the driver as a program, the way either side of the house does: specification in, sample out. */
'use strict';

const { spawn } = require('node:child_process');
const path = require('node:path');

const DRIVER = path.join(__dirname, '../../src/drivers/driver.js');

/**
 * @param {...object} specifications
 * @returns {Promise<{ samples: any[], stderr: string, exitCode: number | null }>}
 */
function runDriver(...specifications) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [DRIVER]);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => (stdout += data));
    child.stderr.on('data', (data) => (stderr += data));
    child.once('close', (exitCode) => {
      const lines = stdout.split('\n').filter(Boolean);
      resolve({ samples: lines.map((line) => JSON.parse(line)), stderr, exitCode });
    });
    child.stdin.end(specifications.map((line) => `${JSON.stringify(line)}\n`).join(''));
  });
}

module.exports = { runDriver };
