/** Reads which stacks there are, from both sides' stacks.json and each stack's stack.json. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { InvalidInput, pointerTo } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');
const { SharedPaths } = require('./shared-paths');
const { unfitPaths } = require('./unfit-paths');

/** @typedef {import('../input/invalid-input').Problem} Problem */

/**
 * What `stack.json` says of a variant.
 *
 * @typedef {object} VariantDeclaration
 * @property {Record<string, string>} [env]
 * @property {string[]} [command] in place of the stack's
 * @property {string[]} [args] after the command
 * @property {string[]} [workloads] where it cannot honour all
 * @property {string} [reason] why not
 * @property {Record<string, string>} [knownFailing] beside those of the stack
 */

/**
 * A server on one framework.
 *
 * @typedef {object} Stack
 * @property {string} id such as `node/express`
 * @property {'node' | 'java'} language
 * @property {string} description
 * @property {string[]} command run in `folder`
 * @property {{ node?: number, java?: number }} needs least major versions
 * @property {string[]} workloads
 * @property {Record<string, VariantDeclaration>} variants by name
 * @property {Record<string, string>} knownFailing case id to reason
 * @property {string[]} [build] run in `folder` after a fresh checkout
 * @property {string[]} [buildFrom] what alone decides what the build makes, from `folder` on
 * @property {Record<string, 'all' | string[]>} [paths] what it uses besides its folder, from there, shared paths among it: the workloads that a change can touch
 * @property {string} folder absolute
 * @property {string} rootFolder absolute: the house that lists it
 */

/**
 * A stack as it is started: itself, or with a variant's settings.
 *
 * @typedef {object} Variant
 * @property {string} id `node/express` or `node/express:cluster`
 * @property {Stack} stack
 * @property {Record<string, string>} env
 * @property {string[]} command run in the stack's folder
 * @property {string[]} workloads
 * @property {Record<string, string>} knownFailing case id to reason
 * @property {string} [reason] why it has fewer workloads than its stack
 */

/** The files that list stacks, from the root. */
const LISTS = { node: 'node/servers/stacks.json', java: 'java/servers/stacks.json' };

/**
 * @param {string} rootFolder the house: the folder that holds contracts/, node/ and java/
 * @param {{ language?: 'node' | 'java', lists?: string[] }} [only] reads one side's alone, or other lists
 * @returns {Stack[]} in the order of the lists, Node first
 * @throws {InvalidInput} with every problem of every file
 */
function loadStacks(rootFolder, { language, lists = listsOf(language) } = {}) {
  const root = path.resolve(rootFolder);
  const check = schemaCheck(path.join(root, 'contracts/schema/stack.schema.json'));
  const shared = new SharedPaths(root);
  /** @type {Problem[]} */
  const problems = [];
  const stacks = lists
    .filter((list) => fs.existsSync(path.join(root, list)))
    .flatMap((list) => stackFolders(root, list, problems))
    .map((folder) => loadStack(root, folder, { check, shared, problems }))
    .filter((stack) => stack !== null);
  problems.push(...shared.problems, ...repeatedIds(root, stacks));
  if (problems.length > 0) throw new InvalidInput(problems);
  return stacks;
}

/**
 * @param {'node' | 'java'} [language]
 * @returns {string[]}
 */
function listsOf(language) {
  return language ? [LISTS[language]] : Object.values(LISTS);
}

/**
 * @param {string} root
 * @param {string} list
 * @param {Problem[]} problems is added to
 * @returns {string[]} absolute folders
 */
function stackFolders(root, list, problems) {
  const read = readJson(path.join(root, list), list);
  problems.push(...read.problems);
  if (read.problems.length > 0) return [];
  const folders = read.value;
  if (!Array.isArray(folders) || folders.some((folder) => typeof folder !== 'string')) {
    const expected = 'an array of folders';
    problems.push({ file: list, pointer: '', expected, actual: JSON.stringify(folders) });
    return [];
  }
  return folders.map((folder) => path.resolve(root, path.dirname(list), folder));
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {object} how
 * @param {(value: unknown, file: string) => Problem[]} how.check
 * @param {SharedPaths} how.shared
 * @param {Problem[]} how.problems is added to
 * @returns {Stack | null}
 */
function loadStack(root, folder, { check, shared, problems }) {
  const name = path.relative(root, path.join(folder, 'stack.json'));
  const { value, problems: unread } = readJson(path.join(folder, 'stack.json'), name);
  const found = unread.length > 0 ? unread : check(value, name);
  if (found.length === 0) found.push(...unfitPaths(value, { root, folder, name }));
  problems.push(...found);
  if (found.length > 0) return null;
  const { id, language, description, command, workloads } = value;
  const { needs = {}, variants = {}, knownFailing = {}, build, buildFrom } = value;
  const paths = shared.and(value, folder);
  return {
    id,
    language,
    description,
    command,
    workloads,
    needs,
    variants,
    knownFailing,
    ...(build === undefined ? {} : { build }),
    ...(buildFrom === undefined ? {} : { buildFrom }),
    ...(paths === undefined ? {} : { paths }),
    folder,
    rootFolder: root,
  };
}

/**
 * @param {string} root
 * @param {Stack[]} stacks
 * @returns {Problem[]}
 */
function repeatedIds(root, stacks) {
  return stacks
    .filter((stack, index) => stacks.findIndex(({ id }) => id === stack.id) < index)
    .map((stack) => ({
      file: path.relative(root, path.join(stack.folder, 'stack.json')),
      pointer: pointerTo('id'),
      expected: 'an id that no other stack has',
      actual: JSON.stringify(stack.id),
    }));
}

/**
 * @param {Stack} stack
 * @returns {Variant[]} the stack itself first, then its variants
 */
function variantsOf(stack) {
  const { command, workloads, knownFailing } = stack;
  const plain = { id: stack.id, stack, env: {}, command, workloads, knownFailing };
  const others = Object.entries(stack.variants).map(([name, declared]) => ({
    id: `${stack.id}:${name}`,
    stack,
    env: declared.env ?? {},
    command: [...(declared.command ?? command), ...(declared.args ?? [])],
    workloads: declared.workloads ?? workloads,
    knownFailing: { ...knownFailing, ...declared.knownFailing },
    ...(declared.reason === undefined ? {} : { reason: declared.reason }),
  }));
  return [plain, ...others];
}

module.exports = { loadStacks, variantsOf };
