/** A commit in a temporary folder of its own, as a git worktree that is gone when it is no longer wanted. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { takeIntoCare } = require('../stacks/cleanup');
const { git, runGit } = require('./git');
const { RevisionError } = require('./revision-error');

/** @typedef {import('./repository').Repository} Repository */

/**
 * @typedef {object} Worktree
 * @property {string} top its folder
 * @property {() => Promise<void>} remove may be called more than once
 */

/**
 * The repository's record of it is in care too: without its folder it would be left for `git worktree prune`, which removes
 * records of the user's as well whose disk is not there just now.
 *
 * @param {Repository} repository
 * @param {{ commit: string, name: string }} revision
 * @param {(text: string) => void} onProgress
 * @returns {Promise<Worktree>}
 * @throws {RevisionError} git cannot check it out; nothing is left of it then
 */
async function addWorktree(repository, { commit, name }, onProgress) {
  const top = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'loadline-revision-'));
  // git names the record as the folder is named, which is a name that nobody else has.
  const record = path.join(repository.gitFolder, 'worktrees', path.basename(top));
  const cares = [takeIntoCare({ folder: top }), takeIntoCare({ folder: record })];
  const remove = async () => {
    await runGit(['worktree', 'remove', '--force', top], repository.gitFolder);
    // What git does not remove, for example since the record was broken.
    for (const folder of [top, record]) {
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    for (const care of cares.splice(0)) care.release();
  };
  try {
    await git(['worktree', 'add', '--quiet', '--detach', top, commit], repository.top);
    await updateSubmodules(top, name, onProgress);
  } catch (error) {
    await remove();
    throw error;
  }
  return { top, remove: () => (cares.length > 0 ? remove() : Promise.resolve()) };
}

/**
 * @param {string} top
 * @param {string} name
 * @param {(text: string) => void} onProgress
 */
async function updateSubmodules(top, name, onProgress) {
  if (!hasSubmodules(top)) return;
  onProgress(`fetching the submodules of ${name}`);
  const args = ['submodule', '--quiet', 'update', '--init', '--recursive'];
  const { exitCode, output } = await runGit(args, top);
  if (exitCode === 0) return;
  throw new RevisionError(`the submodules of ${name} cannot be had`, [
    ...output.trim().split('\n'),
    'what git submodule update --init --recursive can fetch here is needed: is the commit pushed, may it be read?',
  ]);
}

/**
 * @param {string} top
 * @returns {boolean}
 */
function hasSubmodules(top) {
  return fs.existsSync(path.join(top, '.gitmodules'));
}

module.exports = { addWorktree, hasSubmodules };
