/** A repository that is not this one, with a server of its own: a main branch, a branch that left it, and a checkout of that. */
'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { buildHouse } = require('../cli/house');

const THRESHOLDS = {
  gate: { falseAlarm: 0.01, missed: 0.05, maxBlocks: 40, inconclusive: 'warn' },
  regression: { throughputLossMax: 0.05, p99IncreaseMax: 0.2 },
  stacks: { 'node/first': { hello: { throughputOfYardstickMin: 0.1 } } },
};

/**
 * @typedef {object} Repository
 * @property {string} workspace a checkout of the branch
 * @property {string} temporary
 * @property {{ left: string, main: string, head: string }} commits where the branch left main, and where both are now
 * @property {(...args: string[]) => string} git in the checkout
 * @property {() => void} remove
 */

/**
 * @param {{ cloned?: string[] }} [how] options of the clone, as actions/checkout may set them
 * @returns {Repository}
 */
function buildForeignRepository({ cloned = [] } = {}) {
  const { root, temporary, remove } = buildHouse();
  fs.writeFileSync(path.join(root, 'thresholds.json'), JSON.stringify(THRESHOLDS));
  fs.writeFileSync(
    path.join(root, '.gitignore'),
    'node_modules/\ntemporary/\nmarks\nreport.*\nblocks.*\n',
  );
  const origin = gitIn(root);
  origin('init', '--quiet', '--initial-branch', 'main');
  const left = commit(root, 'A server');
  fs.writeFileSync(path.join(root, 'README.md'), 'A server.\n');
  const main = commit(root, 'A word on it');
  origin('checkout', '--quiet', '-b', 'faster', left);
  fs.appendFileSync(path.join(root, 'node/servers/0/server.js'), '// Faster.\n');
  const head = commit(root, 'A faster server');
  // With a space, as a path may have one.
  const workspace = path.join(temporary, 'work space');
  origin('clone', '--quiet', '--branch', 'faster', ...cloned, `file://${root}`, workspace);
  return { workspace, temporary, commits: { left, main, head }, git: gitIn(workspace), remove };
}

/**
 * @param {string} folder
 * @param {string} message
 * @returns {string} its id
 */
function commit(folder, message) {
  const git = gitIn(folder);
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
  return git('rev-parse', 'HEAD');
}

/** @param {string} folder */
function gitIn(folder) {
  const person = [
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@b.example',
    '-c',
    'commit.gpgsign=false',
  ];
  return (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-C', folder, ...person, ...args], { encoding: 'utf8' }).trim();
}

module.exports = { buildForeignRepository };
