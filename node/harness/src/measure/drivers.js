/** The drivers of a run: Node's for stacks on Node, the JVM's for those on the JVM; one process of each measures the whole run. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { findJdk } = require('../stacks/jdk');
const { DriverProcess } = require('./driver-process');

/** @typedef {'node' | 'java'} Language */

const HARNESS = 'java/harness';
const JAR = path.join(HARNESS, 'target/loadline-junit.jar');
const JAVA = 17;
/** It has one core, and nothing to gain from more threads than it needs. */
const OPTIONS = ['-XX:ActiveProcessorCount=1', '-XX:+UseSerialGC', '-Xmx256m'];

class Drivers {
  #cores;
  #root;
  /** @type {Map<Language, DriverProcess[]>} The first of each kind measures, the others only help to warm. */
  #running = new Map();

  /** @param {{ root: string, cores: number[] | null }} where the house, and the cores for drivers */
  constructor({ root, cores }) {
    this.#root = root;
    this.#cores = cores;
  }

  /**
   * @param {Language} language of the stacks that are to be loaded
   * @returns {DriverProcess} the same one however often it is asked for
   */
  for(language) {
    return this.several(language, 1)[0];
  }

  /**
   * @param {Language} language
   * @param {number} count how many servers are to be loaded at the same time
   * @returns {DriverProcess[]} as many; the first is the one that measures
   */
  several(language, count) {
    const command = language === 'java' ? jvmDriver(this.#root) : null;
    const kind = command ? 'java' : 'node';
    const known = this.#running.get(kind) ?? [];
    this.#running.set(kind, known);
    while (known.length < count) {
      known.push(new DriverProcess({ cores: this.#cores, ...(command ? { command } : {}) }));
    }
    return known.slice(0, count);
  }

  async stop() {
    await Promise.all([...this.#running.values()].flat().map((driver) => driver.stop()));
  }
}

/**
 * @param {string} root the house
 * @returns {string[] | null} null where it is not built, or there is no JDK: then Node's driver does it
 */
function jvmDriver(root) {
  const jar = path.join(root, JAR);
  const jdk = fs.existsSync(jar) ? findJdk(JAVA) : null;
  return jdk && [jdk.java, ...OPTIONS, '-jar', jar, 'drive'];
}

/**
 * @param {string} root the house
 * @param {{ stack: { language: Language } }[]} variants that are measured
 * @returns {string[]} what a reader must know of it
 */
function driverNotes(root, variants) {
  const wanted = variants.some(({ stack }) => stack.language === 'java');
  return wanted && jvmDriver(root) === null
    ? [
        `stacks on the JVM are loaded by Node's driver: ${JAR} is not built (mvn -pl ${HARNESS} package)`,
      ]
    : [];
}

module.exports = { Drivers, driverNotes };
