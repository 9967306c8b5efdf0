/** Brings one side of a comparison into a folder: a revision, the working tree as it is, or a folder that is there already. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { loadStacks } = require('../stacks/load-stacks');
const { addWorktree } = require('./worktree');
const { commitOf, objectsOf, quoted, repositoryOf, unknownRevision } = require('./repository');
const { NoGit, RevisionError } = require('./revision-error');
const { snapshotOf } = require('./snapshot');

/** @typedef {import('./repository').Repository} Repository */

/**
 * @typedef {object} Checkout how git knows a side
 * @property {string} top the worktree's folder
 * @property {string} prefix from there to the house; '' when they are the same
 * @property {string} objects where the repository keeps its objects
 */

/**
 * @typedef {object} Side
 * @property {string} name as it was typed, or `the working tree`
 * @property {string | null} commit of a work tree with changes the id of its tree; null for a folder without git
 * @property {string} folder the house
 * @property {Checkout | null} checkout null for a folder without git
 * @property {() => Promise<void>} remove what is temporary of it; may be called more than once
 */

const WORKING_TREE = 'the working tree';
/** Such a name means a folder, whatever branches there are. */
const FOLDER = /^(\/|\.{1,2}(\/|$))/;

/**
 * A folder in a git repository is taken with its changes, as the working tree is; one without git is used where it is, and
 * nothing is built into it.
 *
 * @param {string} root the house
 * @param {string | null} name a revision (`main`, `v1.2`, `main~3`, `origin/main`, a commit's digits) or a folder; null for the house's working tree
 * @param {{ onProgress?: (text: string) => void }} [options]
 * @returns {Promise<Side>}
 * @throws {RevisionError} it cannot be had; the message says why and what to do
 * @throws {InvalidInput} a file of its stacks cannot be used
 */
async function checkOut(root, name, { onProgress = () => {} } = {}) {
  const side = await sideOf(root, name, onProgress);
  try {
    refuseWithoutStacks(side);
    return side;
  } catch (error) {
    await side.remove();
    throw error;
  }
}

/**
 * @param {string} root
 * @param {string | null} name
 * @param {(text: string) => void} onProgress
 * @returns {Promise<Side>}
 */
async function sideOf(root, name, onProgress) {
  if (name === null) return folderSide(root, WORKING_TREE, onProgress);
  if (name.startsWith('-')) {
    throw new RevisionError(`${quoted(name)} is no revision: none begins with "-"`);
  }
  if (FOLDER.test(name)) return folderSide(path.resolve(name), name, onProgress);
  const repository = await repositoryFor(root, isFolder(name));
  const commit = repository && (await commitOf(repository, name));
  if (repository && commit) {
    return worktreeSide(repository, { commit, id: commit, name }, onProgress);
  }
  if (isFolder(name)) return folderSide(path.resolve(name), name, onProgress);
  if (repository) throw await unknownRevision(repository, name);
  throw new RevisionError(`${quoted(name)} is no folder, and ${root} is in no git repository`, [
    'name a folder, or run it in a clone of the repository',
  ]);
}

/**
 * @param {string} folder
 * @param {boolean} isDispensable whether it will do without git
 * @returns {Promise<Repository | null>}
 */
async function repositoryFor(folder, isDispensable) {
  try {
    return await repositoryOf(folder);
  } catch (error) {
    if (error instanceof NoGit && isDispensable) return null;
    throw error;
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {(text: string) => void} onProgress
 * @returns {Promise<Side>}
 */
async function folderSide(folder, name, onProgress) {
  if (!isFolder(folder)) throw new RevisionError(`there is no folder ${folder}`);
  const repository = await repositoryFor(folder, true);
  if (repository === null) {
    return { name, commit: null, folder, checkout: null, remove: async () => {} };
  }
  const { commit, id } = await snapshotOf(repository, onProgress);
  return worktreeSide(repository, { commit, id, name }, onProgress);
}

/**
 * @param {Repository} repository
 * @param {{ commit: string, id: string, name: string }} revision
 * @param {(text: string) => void} onProgress
 * @returns {Promise<Side>}
 */
async function worktreeSide(repository, { commit, id, name }, onProgress) {
  onProgress(`checking out ${name} (${id.slice(0, 10)})`);
  const { top, remove } = await addWorktree(repository, { commit, name }, onProgress);
  const { prefix } = repository;
  const checkout = { top, prefix, objects: objectsOf(repository) };
  return { name, commit: id, folder: path.join(top, prefix), checkout, remove };
}

/**
 * @param {Side} side
 * @throws {RevisionError | InvalidInput}
 */
function refuseWithoutStacks(side) {
  const { name, folder, checkout } = side;
  const isHouse = fs.existsSync(path.join(folder, 'contracts/schema/stack.schema.json'));
  if (isHouse && stacksOf(side).length > 0) return;
  throw new RevisionError(`${checkout === null ? folder : name} has no stacks to compare`, [
    'node/servers/stacks.json or java/servers/stacks.json lists them, in the folder that holds contracts/',
  ]);
}

/**
 * @param {Side} side
 * @returns {import('../stacks/load-stacks').Stack[]}
 * @throws {InvalidInput} whose files are named with the side, as git names them
 */
function stacksOf({ name, folder }) {
  try {
    return loadStacks(folder);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(
      error.problems.map((problem) => ({ ...problem, file: `${name}:${problem.file}` })),
    );
  }
}

/**
 * @param {string} name
 * @returns {boolean}
 */
function isFolder(name) {
  return fs.statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

module.exports = { checkOut, stacksOf };
