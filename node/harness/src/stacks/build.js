/** Builds what is needed: the jars of Maven modules that are missing or older than their sources. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { runToEnd } = require('./run-to-end');
const { changedAt, waitForTurn } = require('./turn');

/**
 * @typedef {import('./load-stacks').Stack} Stack
 * @typedef {{ jar: string, module: string, folder: string }} Module a Maven module that makes a jar
 */

const DRIVER_MODULE = 'java/harness';
const DRIVER_JAR = 'target/loadline-junit.jar';
const LINES_SHOWN = 30;

/**
 * @param {string} root the house
 * @param {Stack[]} stacks
 * @param {(text: string) => void} onProgress
 * @returns {Promise<string | null>} why nothing could be built, with what to do; null when all is built
 * @throws {Error} the build failed; with the end of what it wrote
 */
function build(root, stacks, onProgress) {
  const modules = modulesOf(root, stacks);
  // The JVM's driver is in the jar of its harness, and no stack on Node wants it.
  const drivers = modules.length > 0 ? driverModules(root) : [];
  return buildModules(root, [...modules, ...drivers], onProgress);
}

/**
 * @param {string} root the house
 * @param {(text: string) => void} onProgress
 * @returns {Promise<string | null>} as `build`, of the JVM's driver alone
 */
function buildDriver(root, onProgress) {
  return buildModules(root, driverModules(root), onProgress);
}

/**
 * @param {string} root
 * @returns {Module[]} of the driver, which loads the stacks on the JVM; none in a house without one
 */
function driverModules(root) {
  const folder = path.join(root, DRIVER_MODULE);
  if (!fs.existsSync(path.join(folder, 'pom.xml'))) return [];
  return [{ jar: path.join(folder, DRIVER_JAR), module: DRIVER_MODULE, folder }];
}

/**
 * @param {string} root the house
 * @param {Module[]} modules
 * @param {(text: string) => void} onProgress
 * @returns {Promise<string | null>} as `build`
 * @throws {Error} as `build`
 */
async function buildModules(root, modules, onProgress) {
  const outdated = modules.filter((module) => isOutdated(root, module));
  if (outdated.length === 0) return null;
  const names = outdated.map(({ module }) => module);
  if (!isOnPath('mvn')) {
    return `not built: ${names.join(', ')}: Maven (mvn) is not on the PATH; install Maven 3.9 or newer`;
  }
  if (!isOnPath('javac') && !hasCompiler(process.env.JAVA_HOME)) {
    return `not built: ${names.join(', ')}: there is no JDK; install JDK 17 or newer and set JAVA_HOME`;
  }
  onProgress(`building ${names.join(', ')} (mvn package)`);
  // Test files run side by side, and two builds of one module would write into each other's jar.
  const release = await waitForTurn(root);
  try {
    // Whoever was first may have built them.
    const left = outdated.filter((module) => isOutdated(root, module));
    if (left.length > 0) await packageModules(root, left);
  } finally {
    release();
  }
  return null;
}

/**
 * @param {string} root
 * @param {Stack[]} stacks
 * @returns {Module[]}
 */
function modulesOf(root, stacks) {
  return stacks.flatMap(({ command, folder }) => {
    const jar = command[command.indexOf('-jar') + 1];
    if (command[0] !== 'java' || !command.includes('-jar')) return [];
    if (!fs.existsSync(path.join(folder, 'pom.xml'))) return [];
    return [{ jar: path.resolve(folder, jar), module: path.relative(root, folder), folder }];
  });
}

/**
 * @param {string} root
 * @param {Module} module
 * @returns {boolean}
 */
function isOutdated(root, { jar, folder }) {
  if (!fs.existsSync(jar)) return true;
  const sources = withDependencies(folder).flatMap((from) => [
    path.join(from, 'src/main'),
    path.join(from, 'pom.xml'),
  ]);
  const newest = Math.max(...[path.join(root, 'pom.xml'), ...sources].map(newestChange));
  return newest > fs.statSync(jar).mtimeMs;
}

/**
 * @param {string} folder of a Maven module
 * @param {Set<string>} [known] is added to
 * @returns {string[]} itself, and the modules beside it that its pom.xml names, with theirs
 */
function withDependencies(folder, known = new Set()) {
  known.add(folder);
  const pom = fs.readFileSync(path.join(folder, 'pom.xml'), 'utf8');
  const house = path.dirname(folder);
  for (const name of fs.readdirSync(house)) {
    const beside = path.join(house, name);
    const isNamed = pom.includes(`<artifactId>loadline-${name}</artifactId>`);
    const isModule = fs.existsSync(path.join(beside, 'pom.xml'));
    if (isNamed && isModule && !known.has(beside)) withDependencies(beside, known);
  }
  return [...known];
}

/**
 * @param {string} place a file or folder
 * @returns {number} when the newest file in it was changed; 0 when it is not there
 */
function newestChange(place) {
  if (!fs.existsSync(place)) return 0;
  const { mtimeMs } = fs.statSync(place);
  if (!fs.statSync(place).isDirectory()) return mtimeMs;
  const inside = fs.readdirSync(place).map((name) => newestChange(path.join(place, name)));
  return Math.max(0, ...inside);
}

/** @param {string} program */
function isOnPath(program) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => fs.existsSync(path.join(folder, program)));
}

/** @param {string | undefined} javaHome */
function hasCompiler(javaHome) {
  return javaHome !== undefined && fs.existsSync(path.join(javaHome, 'bin/javac'));
}

/**
 * A build that is interrupted leaves no jar behind that would be taken for a good one.
 *
 * @param {string} root
 * @param {Module[]} modules
 */
async function packageModules(root, modules) {
  const before = modules.map(({ jar }) => changedAt(jar));
  const discard = () => discardChanged(modules, before);
  process.once('exit', discard);
  const list = modules.map(({ module }) => module).join(',');
  const { exitCode, output } = await runToEnd(
    ['mvn', '-q', '-B', '-Dstyle.color=never', '-DskipTests', '-pl', list, '-am', 'package'],
    root,
  );
  process.off('exit', discard);
  if (exitCode === 0) return markAsBuilt(modules);
  const last = output.trim().split('\n').slice(-LINES_SHOWN).join('\n');
  throw new Error(`the build failed: mvn -DskipTests -pl ${list} -am package\n${last}`);
}

/**
 * Maven leaves a jar alone whose content would be the same, however new its sources are.
 *
 * @param {Module[]} modules
 */
function markAsBuilt(modules) {
  const now = new Date();
  for (const { jar } of modules) if (fs.existsSync(jar)) fs.utimesSync(jar, now, now);
}

/**
 * Jars are compared with themselves: a file's time may lie some milliseconds behind the clock's.
 *
 * @param {Module[]} modules
 * @param {(number | null)[]} before when each jar was changed
 */
function discardChanged(modules, before) {
  modules.forEach(({ jar }, i) => {
    const now = changedAt(jar);
    if (now !== null && now !== before[i]) fs.rmSync(jar);
  });
}

module.exports = { build, buildDriver, buildModules };
