/** Runs git, never by a shell, and without the settings that a hook or a user's habits would bring in. */
'use strict';

const os = require('node:os');
const { runToEnd } = require('../stacks/run-to-end');
const { NoGit, RevisionError } = require('./revision-error');

/** @typedef {import('../stacks/run-to-end').Ending} Ending */

/** A submodule or the contents of a partial clone may have to come from far away. */
const GIT_MILLIS_MAX = 10 * 60_000;

/** Where a git hook starts us, these name its repository, whatever the folder is. */
const OF_ONE_REPOSITORY = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
];

/**
 * A user's hooks are for a user's checkouts, and no process of git's may stay behind.
 */
const SETTINGS = [
  ['core.hooksPath', os.devNull],
  ['core.fsmonitor', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['advice.detachedHead', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/**
 * @param {string[]} args
 * @param {string} folder in which it runs
 * @param {NodeJS.ProcessEnv} [env] more environment
 * @returns {Promise<Ending>} however it ended
 * @throws {NoGit}
 */
async function runGit(args, folder, env = {}) {
  try {
    return await runToEnd(['git', ...SETTINGS, ...args], folder, {
      env: { ...cleanEnvironment(), ...env },
      withinMillis: GIT_MILLIS_MAX,
    });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    throw new NoGit('git is not on the PATH', [
      'install git 2.31 or newer, or name folders that are built already instead of revisions',
    ]);
  }
}

/**
 * @param {string[]} args
 * @param {string} folder in which it runs
 * @param {NodeJS.ProcessEnv} [env] more environment
 * @returns {Promise<string>} what it wrote, without a line break at the end
 * @throws {RevisionError} it failed; with what it said
 */
async function git(args, folder, env = {}) {
  const { exitCode, isLate, stdout, output } = await runGit(args, folder, env);
  if (exitCode === 0) return stdout.replace(/\n$/, '');
  const how = isLate ? `took longer than ${GIT_MILLIS_MAX / 60_000} minutes` : 'failed';
  throw new RevisionError(`git ${args[0]} ${how} in ${folder}`, output.trim().split('\n'));
}

/** @returns {NodeJS.ProcessEnv} */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !OF_ONE_REPOSITORY.includes(name));
  return {
    ...Object.fromEntries(kept),
    // Its messages are looked at, nobody is there to answer it, and looking is not to write.
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  };
}

module.exports = { git, runGit, cleanEnvironment };
