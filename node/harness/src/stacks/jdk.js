/** Finds a JDK that is new enough on this machine. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** @typedef {{ java: string, major: number }} Jdk the path of its `java`, and its major version */

/** Folders whose subfolders are JDKs, and where in such a subfolder the JDK begins. */
const USUAL_PLACES = [
  ['/usr/lib/jvm', ''],
  ['/opt/java', ''],
  ['/Library/Java/JavaVirtualMachines', 'Contents/Home'],
  ['/opt/homebrew/opt', 'libexec/openjdk.jdk/Contents/Home'],
  [path.join(os.homedir(), '.sdkman/candidates/java'), ''],
];

/** @type {Map<number, Jdk | null>} */
const found = new Map();

/**
 * @param {number} least the least major version
 * @returns {Jdk | null} JAVA_HOME's or the PATH's if it satisfies, else the newest that does
 */
function findJdk(least) {
  const known = found.get(least);
  if (known !== undefined) return known;
  const jdk = preferred().find(({ major }) => major >= least) ?? newest(least);
  found.set(least, jdk);
  return jdk;
}

/** @returns {Jdk[]} */
function preferred() {
  const homes = process.env.JAVA_HOME ? [path.join(process.env.JAVA_HOME, 'bin/java')] : [];
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'java'))
    .find((java) => fs.existsSync(java));
  return [...homes, ...(onPath ? [onPath] : [])].flatMap(jdkOf);
}

/**
 * @param {number} least
 * @returns {Jdk | null}
 */
function newest(least) {
  const jdks = USUAL_PLACES.flatMap(([place, inside]) =>
    subfolders(place).map((name) => path.join(place, name, inside, 'bin/java')),
  );
  const fitting = jdks.flatMap(jdkOf).filter(({ major }) => major >= least);
  return fitting.sort((a, b) => b.major - a.major)[0] ?? null;
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function subfolders(place) {
  return fs.existsSync(place) ? fs.readdirSync(place).sort() : [];
}

/**
 * @param {string} java path of a `java`
 * @returns {Jdk[]} none if it is not one
 */
function jdkOf(java) {
  if (!fs.existsSync(java)) return [];
  const version = releaseVersion(java) ?? printedVersion(java);
  return version === null ? [] : [{ java, major: version }];
}

/**
 * The file `release` of a JDK tells its version without starting it.
 *
 * @param {string} java
 * @returns {number | null}
 */
function releaseVersion(java) {
  const release = path.join(path.dirname(fs.realpathSync(java)), '../release');
  if (!fs.existsSync(release)) return null;
  return majorIn(/^JAVA_VERSION="([^"]+)"/m.exec(fs.readFileSync(release, 'utf8')));
}

/**
 * @param {string} java
 * @returns {number | null}
 */
function printedVersion(java) {
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8', timeout: 10_000 });
  return majorIn(/version "([^"]+)"/.exec(stderr ?? ''));
}

/**
 * @param {RegExpExecArray | null} match a version such as `17.0.9` or `1.8.0_392`
 * @returns {number | null}
 */
function majorIn(match) {
  const major = match && /^(?:1\.)?(\d+)/.exec(match[1]);
  return major ? Number(major[1]) : null;
}

module.exports = { findJdk };
