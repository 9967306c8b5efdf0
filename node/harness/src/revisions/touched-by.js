/** Tells which stacks, and which of their workloads, the change from one side to another can touch. */
'use strict';

const path = require('node:path');
const { stacksOf } = require('./check-out');
const { runGit } = require('./git');

/**
 * @typedef {import('../stacks/load-stacks').Stack} Stack
 * @typedef {import('./check-out').Side} Side
 */

/**
 * @typedef {object} Touched
 * @property {string} id of the stack
 * @property {'both' | 'new' | 'gone'} presence on which sides it is: `new` on head's alone, `gone` on base's alone
 * @property {string[]} workloads those that the change can touch; none where it is not on both sides
 * @property {string | null} path the first changed file that touches it, from the house
 * @property {string} why for people to read
 */

/** Whatever lies below their folder depends on them. */
const LOCK_AND_BUILD_FILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'package.json',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'gradle.lockfile',
];

/**
 * @param {Side} base
 * @param {Side} head
 * @param {Stack[]} stacks head's that are asked for; those that base alone has are told too
 * @param {{ workload: string }[]} contracts of the workloads that are asked for
 * @returns {Promise<Touched[]>} in the order of the stacks, then those that are gone
 */
async function touchedBy(base, head, stacks, contracts) {
  const before = stacksOf(base).map(({ id }) => id);
  const after = stacksOf(head).map(({ id }) => id);
  const changed = await changedPaths(base, head);
  const asked = contracts.map(({ workload }) => workload);
  const of = (/** @type {Stack} */ stack) => {
    if (!before.includes(stack.id)) return absent(stack.id, 'new', `${base.name} does not have it`);
    return touched(stack, changed, asked);
  };
  const gone = before.filter((id) => !after.includes(id));
  return [
    ...stacks.map(of),
    ...gone.map((id) => absent(id, 'gone', `${head.name} does not have it`)),
  ];
}

/**
 * @param {string} id
 * @param {'new' | 'gone'} presence
 * @param {string} why
 * @returns {Touched}
 */
function absent(id, presence, why) {
  return { id, presence, workloads: [], path: null, why };
}

/**
 * @param {Stack} stack
 * @param {string[] | null} changed
 * @param {string[]} asked
 * @returns {Touched}
 */
function touched(stack, changed, asked) {
  const { id } = stack;
  const workloads = stack.workloads.filter((workload) => asked.includes(workload));
  if (changed === null) {
    const why = 'what has changed cannot be told without a repository of both sides';
    return { id, presence: 'both', workloads, path: null, why };
  }
  const rules = rulesOf(stack);
  const reached = new Map(changed.map((each) => [each, reachOf(each, rules, stack)]));
  const hit = workloads.filter((workload) => [...reached.values()].some((has) => has(workload)));
  const first = changed.find((each) => hit.some((workload) => reached.get(each)?.(workload)));
  if (first === undefined) {
    return {
      id,
      presence: 'both',
      workloads: [],
      path: null,
      why: 'nothing that it uses has changed',
    };
  }
  return { id, presence: 'both', workloads: hit, path: first, why: `${first} has changed` };
}

/**
 * @typedef {{ place: string, touches: 'all' | string[] }} Rule a path from the house
 * @typedef {(workload: string) => boolean} Reach
 */

/**
 * @param {Stack} stack
 * @returns {Rule[]} the longest path first
 */
function rulesOf(stack) {
  const folder = folderOf(stack);
  const declared = Object.entries(stack.paths ?? {}).map(([each, touches]) => ({
    place: path.join(folder, each).replace(/\/$/, ''),
    touches,
  }));
  const own = declared.some(({ place }) => place === folder);
  /** @type {Rule[]} */
  const rules = own ? declared : [...declared, { place: folder, touches: 'all' }];
  return rules.sort((a, b) => b.place.length - a.place.length);
}

/** @param {Stack} stack */
function folderOf({ folder, rootFolder }) {
  return path.relative(rootFolder, folder);
}

/**
 * @param {string} changed
 * @param {Rule[]} rules
 * @param {Stack} stack
 * @returns {Reach}
 */
function reachOf(changed, rules, stack) {
  const exact = rules.find(({ place }) => place === changed);
  if (!exact && isLockOrBuildFile(changed, folderOf(stack))) return () => true;
  // A submodule is told as a whole, and so may lie above what a rule names.
  const rule =
    exact ?? rules.find(({ place }) => isWithin(changed, place) || isWithin(place, changed));
  if (!rule) return () => false;
  const { touches } = rule;
  return touches === 'all' ? () => true : (workload) => touches.includes(workload);
}

/**
 * @param {string} changed
 * @param {string} folder of a stack
 */
function isLockOrBuildFile(changed, folder) {
  if (!LOCK_AND_BUILD_FILES.includes(path.basename(changed))) return false;
  // Above the house too, up to the top of the repository.
  return !path.relative(path.dirname(changed), folder).startsWith('..');
}

/**
 * @param {string} place
 * @param {string} folder
 */
function isWithin(place, folder) {
  return place.startsWith(`${folder}/`);
}

/**
 * @param {Side} base
 * @param {Side} head
 * @returns {Promise<string[] | null>} paths from the house; null when they cannot be told
 */
async function changedPaths(base, head) {
  if (base.checkout === null || head.checkout === null) return null;
  if (base.checkout.prefix !== head.checkout.prefix) return null;
  if (base.commit === head.commit) return [];
  // A folder's repository may be another clone: its objects are looked at from here.
  const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: listed(base.checkout.objects) };
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames'];
  const commits = [String(base.commit), String(head.commit)];
  const { exitCode, stdout } = await runGit([...args, ...commits], head.checkout.top, env);
  if (exitCode !== 0) return null;
  const { prefix } = head.checkout;
  const names = stdout.split('\0').filter((name) => name !== '');
  return names.map((name) => path.relative(prefix, name));
}

/**
 * @param {string} objects
 * @returns {string} as git wants it in a list whose parts are parted at colons
 */
function listed(objects) {
  return /[:"]/.test(objects) ? JSON.stringify(objects) : objects;
}

module.exports = { touchedBy };
