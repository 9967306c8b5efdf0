/** Builds the stacks of a side by the commands that they declare, or takes what an earlier build of the same has made. */
'use strict';

const path = require('node:path');
const { runToEnd } = require('../stacks/run-to-end');
const { waitForTurn } = require('../stacks/turn');
const { BuildCache } = require('./build-cache');
const { git } = require('./git');
const { RevisionError } = require('./revision-error');

/**
 * @typedef {import('./check-out').Side} Side
 * @typedef {import('../stacks/load-stacks').Stack} Stack
 * @typedef {import('../stacks/run-to-end').Ending} Ending
 */

/**
 * @typedef {object} Build
 * @property {string} key equal for builds that do the same
 * @property {string[]} command
 * @property {string} folder in which it runs
 * @property {string[]} stacks that declare it
 * @property {string[] | null} from places from the top on that alone decide what it makes; null for the whole tree
 */

/**
 * @typedef {object} BuildOptions
 * @property {(text: string) => void} [onProgress]
 * @property {number} [withinMillis] how long each command may take (10 minutes)
 * @property {string} [cacheFolder] where builds are kept ($XDG_CACHE_HOME/loadline/builds)
 */

const BUILD_MILLIS_MAX = 10 * 60_000;
const LINES_SHOWN = 30;

/** What a test runner or npm sets for its own children: it would make another build of it. */
const OF_OUR_STARTER =
  /^(JEST_WORKER_ID|NODE_ENV|NODE_OPTIONS|INIT_CWD|MAVEN_(PROJECTBASEDIR|CMD_LINE_ARGS)|npm_(package|lifecycle|command|config_(workspace|workspaces|local_prefix|prefix|global_prefix))(_.*)?|GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX))$/;

/**
 * A folder without git is used as it is: nothing is built into it. A stack without a build is used as it was checked out.
 *
 * @param {Side} side
 * @param {Stack[]} stacks of it
 * @param {BuildOptions} [options]
 * @returns {Promise<void>} when all is built
 * @throws {RevisionError} one does not build; with the command and the end of what it wrote
 */
async function buildRevision(side, stacks, options = {}) {
  const { onProgress = () => {}, withinMillis = BUILD_MILLIS_MAX, cacheFolder } = options;
  const { name, checkout } = side;
  if (checkout === null) return;
  const { top } = checkout;
  const builds = buildsOf(stacks, top);
  if (builds.length === 0) return;
  const keys = builds.map(({ key }) => key).sort();
  const cache = new BuildCache(top, await sourceOf(builds, top), cacheFolder);
  const release = await waitForTurn(cache.turn);
  try {
    if (cache.restore(keys)) return onProgress(`${name} is built already`);
    for (const build of builds) {
      onProgress(`building ${name}: ${build.command.join(' ')} (${build.stacks.join(', ')})`);
      await run(build, { side, top, withinMillis });
    }
    const reason = await cache.keep(keys);
    if (reason !== null) onProgress(`the build of ${name} is not kept: ${reason}`);
  } finally {
    release();
  }
}

/**
 * @param {Stack[]} stacks
 * @param {string} top
 * @returns {Build[]} each once
 */
function buildsOf(stacks, top) {
  /** @type {Map<string, Build>} */
  const builds = new Map();
  for (const { id, build, buildFrom, folder } of stacks) {
    if (build === undefined) continue;
    const key = keyOf(build, folder, top);
    const from =
      buildFrom?.map((each) => path.relative(top, path.resolve(folder, each)) || '.') ?? null;
    const same = builds.get(key);
    if (same) {
      same.stacks.push(id);
      same.from = same.from && from && [...same.from, ...from];
    } else {
      builds.set(key, { key, command: build, folder, stacks: [id], from });
    }
  }
  return [...builds.values()];
}

/**
 * @param {Build[]} builds
 * @param {string} top
 * @returns {Promise<string>} equal for trees of which the builds make the same
 */
async function sourceOf(builds, top) {
  const from = builds.map((build) => build.from);
  const places = from.every((each) => each !== null) ? [...new Set(from.flat())].sort() : [];
  const found =
    places.length > 0 && (await git(['ls-files', '--stage', '-z', '--', ...places], top));
  // Places that are not there say nothing.
  return found || git(['rev-parse', 'HEAD^{tree}'], top);
}

/**
 * Two builds are equal when their words are. A word that begins with `../` names a place outside of the stack's folder, which
 * the command is about then: it is resolved, and the folder does not count. Any other command is about its folder.
 *
 * @param {string[]} command
 * @param {string} folder
 * @param {string} top
 * @returns {string}
 */
function keyOf(command, folder, top) {
  const isOutside = (/** @type {string} */ word) => word === '..' || word.startsWith('../');
  const words = command.map((word) =>
    isOutside(word) ? { place: path.relative(top, path.resolve(folder, word)) } : word,
  );
  const about = command.some(isOutside) ? null : path.relative(top, folder);
  return JSON.stringify([about, ...words]);
}

/**
 * @param {Build} build
 * @param {{ side: Side, top: string, withinMillis: number }} options
 * @throws {RevisionError}
 */
async function run(build, { side, top, withinMillis }) {
  const [program, ...args] = build.command;
  const command = [program === 'node' ? process.execPath : program, ...args];
  const told = `${build.command.join(' ')} (in ${path.relative(top, build.folder) || '.'})`;
  const fail = (/** @type {string} */ how, /** @type {string[]} */ lines) => {
    const what = `${side.name} does not build: ${build.stacks.join(', ')}: ${told} ${how}`;
    return new RevisionError(what, lines);
  };
  let ending;
  try {
    ending = await runToEnd(command, build.folder, { env: environment(), withinMillis });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    throw fail('cannot be run', [`${program} is not on the PATH`]);
  }
  if (ending.exitCode !== 0) throw fail(howItEnded(ending, withinMillis), lastLines(ending));
}

/**
 * @param {Ending} ending
 * @param {number} withinMillis
 */
function howItEnded({ exitCode, isLate }, withinMillis) {
  if (isLate) return `did not end within ${withinMillis / 1000} s`;
  return exitCode === null ? 'was killed' : `ended with exit code ${exitCode}`;
}

/** @param {Ending} ending */
function lastLines({ output }) {
  const written = output.trim();
  return written === '' ? ['it wrote nothing'] : written.split('\n').slice(-LINES_SHOWN);
}

/** @returns {NodeJS.ProcessEnv} */
function environment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !OF_OUR_STARTER.test(name)),
  );
}

module.exports = { buildRevision };
