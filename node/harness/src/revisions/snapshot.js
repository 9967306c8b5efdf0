/**
 * A work tree as it is: tracked changes and untracked files that are not ignored, as a tree object and a commit that no branch
 * knows. It is made by an index of its own, so that the user's index and files stay as they are.
 */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { takeIntoCare } = require('../stacks/cleanup');
const { git } = require('./git');
const { RevisionError } = require('./revision-error');

/** @typedef {import('./repository').Repository} Repository */

/**
 * @typedef {object} Snapshot
 * @property {string} commit that can be checked out
 * @property {string} id of the commit; of the tree where something is changed, since equal content has an equal id then
 */

/** The same content makes the same commit, whoever and whenever. */
const NOBODY = {
  GIT_AUTHOR_NAME: 'loadline',
  GIT_AUTHOR_EMAIL: 'loadline@localhost',
  GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'loadline',
  GIT_COMMITTER_EMAIL: 'loadline@localhost',
  GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
};

/**
 * @param {Repository} repository
 * @param {{ leaveOut: string[], onProgress: (text: string) => void }} options files that stay as HEAD has them, or away
 * @returns {Promise<Snapshot>} of HEAD itself when nothing is changed
 * @throws {RevisionError} it cannot be made, with what git said
 */
async function snapshotOf(repository, { leaveOut, onProgress }) {
  const { top } = repository;
  const head = await headOf(repository);
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'loadline-index-'));
  const care = takeIntoCare({ folder });
  try {
    const env = { GIT_INDEX_FILE: path.join(folder, 'index') };
    await beginIndex(repository, env);
    await tellHiddenChanges(repository, env, onProgress);
    const others = await excluded(leaveOut, top, env);
    await git(['add', '--all', '--', ':/', ...others], top, env);
    const tree = await git(['write-tree'], top, env);
    if (tree === (await git(['rev-parse', 'HEAD^{tree}'], top))) return { commit: head, id: head };
    const args = ['commit-tree', '--no-gpg-sign', '-p', head, '-m', 'The work tree as it is', tree];
    return { commit: await git(args, top, NOBODY), id: tree };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    care.release();
  }
}

/**
 * Only what git would add: it refuses to be told of a file that it ignores anyway.
 *
 * @param {string[]} files
 * @param {string} top
 * @param {{ GIT_INDEX_FILE: string }} env
 * @returns {Promise<string[]>} as git wants them; without those that lie elsewhere
 */
async function excluded(files, top, env) {
  const places = files.flatMap((file) => placeOf(file, top));
  if (places.length === 0) return [];
  const literal = places.map((place) => `:(top,literal)${place}`);
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...literal];
  const known = await git(args, top, env);
  const names = known.split('\0').filter((name) => name !== '');
  return [...new Set(names)].map((name) => `:(top,exclude,literal)${name}`);
}

/**
 * @param {string} file
 * @param {string} top
 * @returns {string[]} from there on; none when it lies elsewhere
 */
function placeOf(file, top) {
  const folder = path.dirname(path.resolve(file));
  if (!fs.existsSync(folder)) return [];
  const place = path.relative(top, path.join(fs.realpathSync(folder), path.basename(file)));
  return place.startsWith('..') ? [] : [place];
}

/** @param {Repository} repository */
async function headOf({ top }) {
  try {
    return await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], top);
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error;
    throw new RevisionError(`${top} has no commit yet`, [
      'commit first: there is nothing to compare with',
    ]);
  }
}

/**
 * The user's own index knows what is staged although it is ignored, what a sparse checkout leaves out, and what need not be read
 * again; where there is none, HEAD's content is taken.
 *
 * @param {Repository} repository
 * @param {{ GIT_INDEX_FILE: string }} env
 */
async function beginIndex({ top, index }, env) {
  if (!fs.existsSync(index)) {
    await git(['read-tree', 'HEAD'], top, env);
    return;
  }
  fs.copyFileSync(index, env.GIT_INDEX_FILE);
  // git reads a file again that is as young as the index: it may have been written to in the same tick of the clock.
  const age = new Date(fs.statSync(index).mtimeMs - 1);
  fs.utimesSync(env.GIT_INDEX_FILE, age, age);
}

/**
 * A submodule comes from its own repository, by its commit: changes within it cannot come along.
 *
 * @param {Repository} repository
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} onProgress
 */
async function tellHiddenChanges({ top }, env, onProgress) {
  if (!fs.existsSync(path.join(top, '.gitmodules'))) return;
  const args = [
    'status',
    '--porcelain=v2',
    '-z',
    '--ignore-submodules=none',
    '--untracked-files=no',
  ];
  for (const line of (await git(args, top, env)).split('\0')) {
    // 1 <XY> S<c><m><u> <three modes> <two names> <path>
    const changed = /^1 \S+ S.(?:M.|.U) (?:\S+ ){5}(.*)$/s.exec(line);
    if (changed) {
      onProgress(
        `changes within the submodule ${changed[1]} are left out: commit them there first`,
      );
    }
  }
}

module.exports = { snapshotOf };
