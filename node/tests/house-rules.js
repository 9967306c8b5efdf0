/**
 * Holds the house to its own rules: what people write in it must be readable before anything starts; then all others
 * at once, a core each, and the output of those that are broken.
 */
'use strict';

const { spawn } = require('node:child_process');
const path = require('node:path');
const { openHouse } = require('loadline/src/cli/house');
const { InvalidInput } = require('loadline/src/input/invalid-input');

const ROOT = path.resolve(__dirname, '../..');

/** Scripts of package.json. */
const RULES = ['format:check', 'lint', 'types', 'directions'];

/**
 * @param {string} rule
 * @returns {Promise<boolean>} whether it is kept
 */
function isKept(rule) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', rule], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => (output += data));
    }
    child.once('close', (exitCode) => {
      if (exitCode !== 0) process.stdout.write(`npm run ${rule}\n${output}`);
      resolve(exitCode === 0);
    });
  });
}

/** @returns {boolean} whether contracts, stacks and thresholds.json can be used */
function isReadable() {
  try {
    openHouse(ROOT);
    return true;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    process.stdout.write(`${error.message}\n`);
    return false;
  }
}

async function main() {
  if (!isReadable()) {
    process.exitCode = 1;
    return;
  }
  const kept = await Promise.all(RULES.map(isKept));
  process.exitCode = kept.every(Boolean) ? 0 : 1;
}

main();
