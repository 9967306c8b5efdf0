/**
 * Class data sharing: a JVM that finds its classes read and verified in an archive starts with about half the CPU
 * time. The checks start each stack some ten times; a server that is started before the first makes an archive beside
 * the jar, and all others use it.
 */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { takeIntoCare } = require('./cleanup');
const { findJdk } = require('./jdk');
const { NotStarted } = require('./server');
const { startServer } = require('./start-server');
const { leastJava } = require('./why-not-run');

/** @typedef {import('./load-stacks').Variant} Variant */

/**
 * What the server that makes an archive is put through: the classes of first answers, drivers of services among them,
 * are in it then too.
 *
 * @typedef {object} Rehearsal
 * @property {NodeJS.ProcessEnv} [env] what it is told
 * @property {(maker: import('./server').Server) => Promise<void>} [run]
 */

/** It writes its archive when it is asked to end. */
const STOP_WITHIN_MILLIS = 60_000;

/** @type {Set<string>} paths of those that could not be made; another attempt would take as long */
const givenUp = new Set();

/**
 * They are made one after the other: a maker keeps a core busy for seconds, and servers that are asked meanwhile are late.
 *
 * @type {Promise<unknown>}
 */
let turn = Promise.resolve();

/**
 * @param {Variant} variant
 * @param {string[]} javaOptions with which its servers are started; an archive serves no other garbage collector than its maker's
 * @param {Rehearsal} [rehearsal]
 * @returns {Promise<string[]>} those options, and the one that names the archive; not for what is not started by `java -jar`, or whose archive could not be made
 */
async function withClassArchive(variant, javaOptions, rehearsal = {}) {
  const archive = archiveOf(variant);
  if (archive === null || givenUp.has(archive)) return javaOptions;
  const mine = turn.then(
    () => isFresh(archive) || make({ variant, javaOptions, archive, rehearsal }),
  );
  turn = mine.catch(() => {});
  if (!(await mine)) {
    givenUp.add(archive);
    return javaOptions;
  }
  return [...javaOptions, `-XX:SharedArchiveFile=${fromFolder(variant, archive)}`];
}

/**
 * @param {Variant} variant
 * @returns {string | null} its path; each JDK has its own
 */
function archiveOf(variant) {
  const { stack } = variant;
  const jar = jarOf(variant);
  const jdk = jar === null ? null : findJdk(leastJava(stack));
  if (!jar || !jdk || !fs.existsSync(jar)) return null;
  const archive = jar.replace(/\.jar$/, `-jdk${jdk.major}.jsa`);
  // Options in the environment are parted at spaces.
  return /\s/.test(path.relative(stack.folder, archive)) ? null : archive;
}

/**
 * @param {Variant} variant
 * @param {string} file
 */
function fromFolder({ stack }, file) {
  return path.relative(stack.folder, file);
}

/** @param {Variant} variant */
function jarOf({ command, stack }) {
  const at = command.indexOf('-jar');
  return command[0] === 'java' && at > 0 ? path.resolve(stack.folder, command[at + 1]) : null;
}

/**
 * @param {string} archive
 * @returns {boolean} is it younger than all jars that it was made from?
 */
function isFresh(archive) {
  if (!fs.existsSync(archive)) return false;
  const made = fs.statSync(archive).mtimeMs;
  const folder = path.dirname(archive);
  return [folder, path.join(folder, 'lib')]
    .filter((each) => fs.existsSync(each))
    .flatMap((each) => fs.readdirSync(each).map((name) => path.join(each, name)))
    .filter((file) => file.endsWith('.jar'))
    .every((jar) => fs.statSync(jar).mtimeMs < made);
}

/**
 * @typedef {object} ToMake
 * @property {Variant} variant
 * @property {string[]} javaOptions
 * @property {string} archive
 * @property {Rehearsal} rehearsal
 */

/**
 * @param {ToMake} toMake
 * @returns {Promise<boolean>} has it been made?
 */
async function make(toMake) {
  try {
    return await made(toMake);
  } catch (error) {
    // A server that does not start is told by the check that needs it; a folder that takes no file costs but time.
    const { syscall } = /** @type {NodeJS.ErrnoException} */ (error);
    if (error instanceof NotStarted || syscall !== undefined) return false;
    throw error;
  }
}

/** @param {ToMake} toMake */
async function made({ variant, javaOptions, archive, rehearsal }) {
  const folder = fs.mkdtempSync(path.join(path.dirname(archive), 'classes-'));
  const care = takeIntoCare({ folder });
  const draft = path.join(folder, 'classes.jsa');
  const option = `-XX:ArchiveClassesAtExit=${fromFolder(variant, draft)}`;
  try {
    const { env = {} } = rehearsal;
    const maker = await startServer(variant, { javaOptions: [...javaOptions, option], env });
    try {
      await rehearsal.run?.(maker);
      await maker.stop({ withinMillis: STOP_WITHIN_MILLIS });
    } finally {
      await maker.kill();
    }
    // Another process that makes one at the same time makes the same.
    if (fs.existsSync(draft)) fs.renameSync(draft, archive);
    return fs.existsSync(archive);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    care.release();
  }
}

module.exports = { withClassArchive };
