/** A git repository as a house lies in it, and which commit a name means there. */
'use strict';

const path = require('node:path');
const { git, runGit } = require('./git');
const { RevisionError } = require('./revision-error');

/**
 * @typedef {object} Repository
 * @property {string} top the folder of its work tree
 * @property {string} prefix from there to the house; '' when they are the same
 * @property {string} gitFolder where it keeps what all its work trees share
 * @property {string} index the work tree's index
 * @property {boolean} isShallow
 */

/**
 * @param {string} folder
 * @returns {Promise<Repository | null>} null when it is in no git repository
 * @throws {RevisionError} git cannot read it, or is not there
 */
async function repositoryOf(folder) {
  const found = await runGit(
    [
      'rev-parse',
      '--path-format=absolute',
      '--show-toplevel',
      '--git-common-dir',
      ...['--git-path', 'index'],
      '--is-shallow-repository',
      '--show-prefix',
    ],
    folder,
  );
  if (found.exitCode !== 0) {
    if (/not a git repository|must be run in a work tree/.test(found.output)) return null;
    throw new RevisionError(`git cannot read ${folder}`, found.output.trim().split('\n'));
  }
  const [top, gitFolder, index, isShallow, prefix = ''] = found.stdout.split('\n');
  return {
    top,
    prefix: prefix.replace(/\/$/, ''),
    gitFolder,
    index,
    isShallow: isShallow === 'true',
  };
}

/**
 * @param {Repository} repository
 * @param {string} name
 * @returns {Promise<string | null>} the commit; null when there is none of that name
 * @throws {RevisionError} it is more than one
 */
async function commitOf({ top }, name) {
  const args = ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`];
  const { exitCode, stdout, output } = await runGit(args, top);
  if (exitCode === 0) return stdout.trim();
  if (!/ is ambiguous/.test(output)) return null;
  throw new RevisionError(`${quoted(name)} is more than one object of ${top}`, [
    'write more digits of it',
  ]);
}

/**
 * @param {Repository} repository
 * @param {string} name that no commit has
 * @returns {Promise<RevisionError>} with what may help
 */
async function unknownRevision(repository, name) {
  const { top, isShallow } = repository;
  const help = [...(await nearNames(repository, name)).map((near) => `did you mean ${near}?`)];
  const remote = (await git(['remote'], top)).split('\n')[0];
  const branch = branchIn(name, remote);
  if (isShallow) help.push('this clone is shallow: git fetch --unshallow brings its whole history');
  if (remote !== '' && branch !== null) {
    help.push(`git fetch ${remote} ${branch} brings that branch, as ${remote}/${branch}`);
  }
  const message = `unknown revision ${quoted(name)}: ${top} has no such branch, tag or commit, and there is no such folder`;
  return new RevisionError(message, help);
}

/**
 * @param {Repository} repository
 * @param {string} name
 * @returns {Promise<string[]>} branches of remotes
 */
async function nearNames({ top }, name) {
  const format = '--format=%(refname:lstrip=2)';
  const names = (await git(['for-each-ref', format, 'refs/remotes'], top)).split('\n');
  return names.filter((each) => each.endsWith(`/${name}`));
}

/**
 * @param {string} name
 * @param {string} remote
 * @returns {string | null} null when it is no name of a branch
 */
function branchIn(name, remote) {
  const branch = name.startsWith(`${remote}/`) ? name.slice(remote.length + 1) : name;
  const isPlain = /^[\w][\w./+-]*$/.test(branch) && !/^[0-9a-f]{7,}$/.test(branch);
  return isPlain && branch !== 'HEAD' ? branch : null;
}

/** @param {string} name */
function quoted(name) {
  return JSON.stringify(name);
}

/**
 * @param {Repository} repository
 * @returns {string} where it keeps its objects
 */
function objectsOf({ gitFolder }) {
  return path.join(gitFolder, 'objects');
}

module.exports = { repositoryOf, commitOf, unknownRevision, objectsOf, quoted };
