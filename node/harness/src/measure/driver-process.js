/** The driver's process, seen from the side that measures: specifications go in, samples come out. */
'use strict';

const { spawn } = require('node:child_process');
const path = require('node:path');
const { createInterface } = require('node:readline');
const { takeIntoCare } = require('../stacks');
const { pinned } = require('../instruments/cores');

/**
 * @typedef {import('../drivers/tally').Sample} Sample
 * @typedef {{ url: string, seconds: number, load: object, turns?: Record<string, string[]>,
 *   ratePerSecond?: number, ownsCore?: boolean, rampSeconds?: number, timeoutSeconds?: number }} Order
 * @typedef {{ resolve: (answer: Sample | Sample[]) => void, reject: (error: Error) => void }} Waiting
 */

const DRIVER = [process.execPath, path.join(__dirname, '../drivers/driver.js')];
const STDERR_KEPT = 2000;

class DriverProcess {
  /** @type {Waiting | null} */
  #waiting = null;
  #stderr = '';

  /** @param {{ cores: number[] | null, command?: string[] }} options A driver may be written in anything. */
  constructor({ cores, command = DRIVER }) {
    const [program, ...args] = pinned(cores, command);
    // A group of its own: Ctrl-C reaches it through us, and not in the middle of a slice.
    this.child = spawn(program, args, { stdio: 'pipe', detached: true });
    this.care = takeIntoCare({ pid: this.child.pid });
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
    createInterface({ input: this.child.stdout }).on('line', (line) => this.#answer(line));
    this.child.stderr.on('data', (data) => {
      this.#stderr = (this.#stderr + data).slice(-STDERR_KEPT);
    });
    this.child.stdin.on('error', () => this.#fail());
    this.child.once('error', (error) => this.#fail(error));
    this.child.once('close', () => this.#fail());
  }

  /** @returns {number | undefined} */
  get pid() {
    return this.child.pid;
  }

  /**
   * One slice. A driver does one at a time.
   *
   * @param {Order} specification
   * @returns {Promise<Sample>}
   * @throws {Error} the driver refused the specification, or ended
   */
  run(specification) {
    return this.#ask(specification);
  }

  /**
   * One slice of several servers that are loaded at the same time.
   *
   * @param {Order[]} specifications
   * @returns {Promise<Sample[]>} in their order
   * @throws {Error} the driver refused one of them, or ended
   */
  runAll(specifications) {
    return this.#ask(specifications);
  }

  /**
   * @param {Order | Order[]} line
   * @returns {Promise<any>}
   */
  #ask(line) {
    return new Promise((resolve, reject) => {
      if (this.#waiting) throw new Error('the driver is in the middle of a slice');
      this.#waiting = { resolve, reject };
      if (this.child.exitCode !== null) this.#fail();
      else this.child.stdin.write(`${JSON.stringify(line)}\n`);
    });
  }

  async stop() {
    this.child.stdin.end();
    this.child.kill('SIGKILL');
    await this.ended;
    this.care.release();
  }

  /** @param {string} line */
  #answer(line) {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(JSON.parse(line));
  }

  /** @param {Error} [error] */
  #fail(error) {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(error ?? new Error(this.#stderr.trim() || 'the driver ended during a slice'));
  }
}

module.exports = { DriverProcess };
