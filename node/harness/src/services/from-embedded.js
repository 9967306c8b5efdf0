/** Services from the one jar of java/services, which starts embedded ones on machines that have a JDK. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');
const { setTimeout: sleep } = require('node:timers/promises');
const { buildModules } = require('../stacks/build');
const { CaredProcess, temporaryFolder } = require('../stacks/cared-process');
const { findJdk } = require('../stacks/jdk');
const { untilAnswers } = require('./ask');

/**
 * @typedef {import('./declared').Declared} Declared
 * @typedef {import('./services').ServiceName} ServiceName
 * @typedef {import('./start-services').Attempt} Attempt
 * @typedef {{ url?: string, description?: string, error?: string }} Told what the jar says of one service
 */

const MODULE = 'java/services';
const JAR = 'target/loadline-services.jar';
const LEAST_JAVA = 17;
const OWN_HOUSE = path.resolve(__dirname, '../../../..');
/** The first start of a database unpacks it. */
const READY_WITHIN_MILLIS = 120_000;
const ANSWERS_WITHIN_MILLIS = 10_000;
/** The jar ends its services with its standard input. */
const END_WITHIN_MILLIS = 10_000;

/**
 * @param {ServiceName[]} names
 * @param {Record<ServiceName, Declared>} declared
 * @param {{ root: string, onProgress: (text: string) => void }} options
 * @returns {Promise<Attempt[]>} one for each name; all end with the first that is stopped
 */
async function fromEmbedded(names, declared, { root, onProgress }) {
  const { jar, java, reason } = await prepare(root, onProgress);
  if (jar === undefined || java === undefined) return names.map(() => ({ reason }));
  onProgress(`starting embedded ${names.map((name) => declared[name].name).join(', ')}`);
  const folder = temporaryFolder();
  const command = [java, `-Djava.io.tmpdir=${folder}`, '-jar', jar, ...names];
  const child = new CaredProcess(command, { folder, env: { ...process.env, TMPDIR: folder } });
  const stop = once(() => child.end({ graceMillis: END_WITHIN_MILLIS }));
  const told = await firstLine(child).catch(({ message }) => allBroken(names, message));
  const attempts = await Promise.all(
    names.map((name) => attemptOf(name, declared[name].environment, told[name] ?? {}, stop)),
  );
  if (attempts.every(({ service }) => service === undefined)) await stop();
  return attempts;
}

/**
 * @param {ServiceName[]} names
 * @param {string} error
 * @returns {Record<string, Told>}
 */
function allBroken(names, error) {
  return Object.fromEntries(names.map((name) => [name, { error }]));
}

/**
 * @param {string} root
 * @param {(text: string) => void} onProgress
 * @returns {Promise<{ jar?: string, java?: string, reason?: string }>}
 */
async function prepare(root, onProgress) {
  const house = [root, OWN_HOUSE].find((each) => fs.existsSync(path.join(each, MODULE)));
  if (house === undefined) return { reason: `there is no ${MODULE}` };
  const java = findJdk(LEAST_JAVA)?.java;
  if (java === undefined) return { reason: `there is no JDK ${LEAST_JAVA} for ${MODULE}` };
  const folder = path.join(house, MODULE);
  const jar = path.join(folder, JAR);
  try {
    const notBuilt = await buildModules(house, [{ jar, module: MODULE, folder }], onProgress);
    return fs.existsSync(jar) ? { jar, java } : { reason: notBuilt ?? `${MODULE} has no ${JAR}` };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    onProgress(message);
    return { reason: message.split('\n', 1)[0] };
  }
}

/**
 * @param {CaredProcess} child
 * @returns {Promise<Record<string, Told>>} by the service's name
 * @throws {Error} it ended, or said nothing in time
 */
async function firstLine(child) {
  const lines = readline.createInterface({ input: child.stdout });
  const line = new Promise((resolve) => lines.once('line', resolve));
  const late = sleep(READY_WITHIN_MILLIS, null, { ref: false });
  const said = await Promise.race([line, child.exited.then(() => null), late]);
  lines.close();
  if (said !== null) return JSON.parse(said);
  const ending = child.howItEnded() ?? `said nothing within ${READY_WITHIN_MILLIS} ms`;
  throw new Error(`${ending}; it wrote: ${child.lastOutput()}`);
}

/**
 * @param {ServiceName} name
 * @param {string} variable
 * @param {Told} told
 * @param {() => Promise<void>} stop
 * @returns {Promise<Attempt>}
 */
async function attemptOf(name, variable, { url, description = '', error = 'no URL' }, stop) {
  if (url === undefined) return { reason: `${MODULE}: ${error}` };
  try {
    await untilAnswers(name, url, { withinMillis: ANSWERS_WITHIN_MILLIS });
    return {
      service: { name, variable, url, source: 'embedded', description, notRun: null },
      stop,
    };
  } catch (unanswered) {
    return { reason: `${MODULE}: ${/** @type {Error} */ (unanswered).message}` };
  }
}

/**
 * @param {() => Promise<void>} work
 * @returns {() => Promise<void>} does the work at its first call
 */
function once(work) {
  /** @type {Promise<void> | null} */
  let done = null;
  return () => (done ??= work());
}

module.exports = { fromEmbedded };
