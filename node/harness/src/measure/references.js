/** The bare work that uploads and Fibonacci numbers are measured against: programs without a server. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { takeIntoCare } = require('../stacks');
const { findJdk } = require('../stacks/jdk');
const { timedProcess } = require('./timed-process');

const CHUNK_BYTES = 1024 * 1024;
const JAVA_MIN = 17;

/**
 * `md5sum` and a copy of one file of zeros, as an upload hashes and stores them.
 *
 * @param {number} bytes a multiple of 1 MiB
 * @param {number[] | null} cores
 */
function md5AndCopy(bytes, cores) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-'));
  const care = takeIntoCare({ folder });
  const file = path.join(folder, 'zeros');
  const copy = path.join(folder, 'copy');
  const descriptor = fs.openSync(file, 'w');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let written = 0; written < bytes; written += CHUNK_BYTES) fs.writeSync(descriptor, chunk);
  fs.closeSync(descriptor);
  return {
    /** @returns {Promise<number>} milliseconds of both, one after the other */
    async run() {
      const hashing = await timedProcess(['md5sum', file], cores);
      // A copy that only refers to the same blocks would be no copy.
      const copying = await timedProcess(['cp', '--reflink=never', file, copy], cores);
      fs.rmSync(copy);
      return hashing.millis + copying.millis;
    },
    remove() {
      fs.rmSync(folder, { recursive: true, force: true });
      care.release();
    },
  };
}

/**
 * @param {string} root the house
 * @param {'node' | 'java'} language
 * @param {number} n
 * @param {number[] | null} cores
 * @returns {Promise<number>} milliseconds of the function itself, as its program tells
 */
async function bareFibonacci(root, language, n, cores) {
  const { stdout } = await timedProcess([...fibonacciProgram(root, language), String(n)], cores);
  return JSON.parse(stdout).millis;
}

/**
 * @param {string} root
 * @param {'node' | 'java'} language
 * @returns {string[]}
 */
function fibonacciProgram(root, language) {
  if (language === 'node') {
    return [process.execPath, path.join(root, 'node/servers/bare/fibonacci.js')];
  }
  const jdk = findJdk(JAVA_MIN);
  if (!jdk) throw new Error(`it needs JDK ${JAVA_MIN}, and none was found: set JAVA_HOME to one`);
  return [jdk.java, path.join(root, 'java/servers/bare/Fibonacci.java')];
}

module.exports = { md5AndCopy, bareFibonacci };
