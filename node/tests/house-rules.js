/** Holds the house to its own rules, all at once: a core each, and the output of those that are broken. */
'use strict';

const { spawn } = require('node:child_process');

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

async function main() {
  const kept = await Promise.all(RULES.map(isKept));
  process.exitCode = kept.every(Boolean) ? 0 : 1;
}

main();
