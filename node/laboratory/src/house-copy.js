/** A clone of the house, in which each condition has two commits: a base, and a head that is slower by what is planted. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { UsageError } = require('loadline/src/cli/exit-codes');
const { loadStacks } = require('loadline/src/stacks');
const { plantInto } = require('./plants/plant');

/**
 * @typedef {import('./settings').Condition} Condition
 * @typedef {{ base: string, head: string }} Sides commits
 */

/** The same commit for the same content, whenever it is made: then what was built of it is still there. */
const SOMEBODY = {
  GIT_AUTHOR_NAME: 'laboratory',
  GIT_AUTHOR_EMAIL: 'laboratory@localhost',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'laboratory',
  GIT_COMMITTER_EMAIL: 'laboratory@localhost',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};
const HARMLESS_FILE = 'laboratory.txt';
/** Nothing of a user's own git set-up, such as hooks and signatures, is wanted in a copy. */
const PLAIN = ['-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgSign=false'];

class HouseCopy {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * @param {string} root the house
   * @param {string} folder where the copy is, or goes
   * @param {string} revision commit that the copy has to know
   */
  static of(root, folder, revision) {
    if (!fs.existsSync(path.join(folder, '.git'))) {
      fs.mkdirSync(path.dirname(folder), { recursive: true });
      git(root, ['clone', '--quiet', '--no-checkout', root, folder]);
    }
    // A comparison that was killed has removed its worktrees' folders and no more.
    git(folder, ['worktree', 'prune']);
    const copy = new HouseCopy(folder);
    if (!copy.#knows(revision)) git(folder, ['fetch', '--quiet', root, revision]);
    return copy;
  }

  /** @param {string} revision */
  #knows(revision) {
    return (
      spawnSync('git', ['cat-file', '-e', `${revision}^{commit}`], { cwd: this.folder }).status ===
      0
    );
  }

  /**
   * Base and head have the same code in them, and only the share differs: then what a plant costs by itself slows both. Where nothing is planted, head has a file
   * more that nobody reads.
   *
   * @param {string} revision
   * @param {Condition} condition
   * @returns {Sides}
   */
  sidesOf(revision, { stack, plant }) {
    if (plant === undefined) {
      const head = this.#commit(revision, 'head', (house) => {
        fs.writeFileSync(path.join(stackOf(house, stack).folder, HARMLESS_FILE), 'unchanged\n');
      });
      return { base: revision, head };
    }
    const planted = (/** @type {number} */ share) => (/** @type {string} */ house) =>
      plantInto(stackOf(house, stack), { ...plant, share });
    return {
      base: this.#commit(revision, 'base', planted(0)),
      head: this.#commit(revision, 'head', planted(plant.share)),
    };
  }

  /** @param {string} revision */
  checkOut(revision) {
    git(this.folder, ['checkout', '--quiet', '--force', '--detach', revision]);
    git(this.folder, ['clean', '--quiet', '-d', '--force']);
  }

  /**
   * @param {string} revision
   * @param {string} message
   * @param {(folder: string) => void} change
   * @returns {string} the commit
   */
  #commit(revision, message, change) {
    const within = (/** @type {string[]} */ ...args) => git(this.folder, args);
    this.checkOut(revision);
    change(this.folder);
    within('add', '--all');
    // A share of 0 may be all that a head differs by.
    within('commit', '--quiet', '--allow-empty', '--no-verify', '--message', message);
    return within('rev-parse', 'HEAD');
  }
}

/**
 * @param {string} house
 * @param {string} id
 */
function stackOf(house, id) {
  const stacks = loadStacks(house);
  const stack = stacks.find((each) => each.id === id);
  if (stack !== undefined) return stack;
  throw new UsageError(`no stack ${id}; known: ${stacks.map((each) => each.id).join(', ')}`);
}

/**
 * @param {string} folder
 * @returns {string} the commit that is checked out there
 */
function headOf(folder) {
  return git(folder, ['rev-parse', 'HEAD']);
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @returns {string} what it printed
 * @throws {UsageError}
 */
function git(folder, args) {
  const { status, stdout, stderr, error } = spawnSync('git', [...PLAIN, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...SOMEBODY },
  });
  if (status === 0) return stdout.trim();
  throw new UsageError(`git ${args.join(' ')} in ${folder}: ${error?.message ?? stderr.trim()}`);
}

module.exports = { HouseCopy, headOf };
