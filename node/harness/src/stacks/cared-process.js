/** A program that is started in a process group of its own, and that does not outlive the harness. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { killGroup, takeIntoCare } = require('./cleanup');
const { outputTail } = require('./output-tail');
const { pidsOfGroup } = require('./processes');

/** The kernel needs a moment to take down the rest of a group. */
const GONE_WITHIN_MILLIS = 2_000;

/**
 * @typedef {object} CaredOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [folder] removed with the process
 */

class CaredProcess {
  #child;
  #care;
  #folder;
  #stderr;
  #stdout;
  /** @type {string | null} */
  #ending = null;

  /**
   * @param {string[]} command
   * @param {CaredOptions} [options]
   */
  constructor([program, ...args], { cwd, env, folder } = {}) {
    this.#folder = folder;
    this.#care = takeIntoCare(folder === undefined ? {} : { folder });
    this.#child = spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' });
    const { pid, stdin, stdout, stderr } = this.#child;
    this.#care.update({
      ...(folder === undefined ? {} : { folder }),
      ...(pid === undefined ? {} : { pid }),
    });
    this.pid = pid ?? -1;
    /** Text. */
    this.stdout = stdout;
    // It may have ended before it read.
    stdin.on('error', () => {});
    this.#stderr = outputTail(stderr);
    this.#stdout = outputTail(stdout);
    /** @type {Promise<string>} how it ended, once it has and its last words are read */
    this.exited = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve((this.#ending = error.message)));
      this.#child.once('exit', (code, signal) => {
        this.#ending = signal === null ? `exit code ${code}` : `ended by ${signal}`;
      });
      this.#child.once('close', () => resolve(String(this.#ending)));
    });
  }

  /** @returns {string | null} such as `exit code 1`; null while it runs */
  howItEnded() {
    return this.#ending;
  }

  /** @returns {string} the end of its standard error or, where that is empty, of its standard output */
  lastOutput() {
    return this.#stderr.text().trim() || this.#stdout.text().trim();
  }

  /** Lets the harness end though it runs; it ends then too. */
  unref() {
    for (const handle of this.#handles()) handle.unref();
  }

  /** @returns {{ ref: () => void, unref: () => void }[]} what keeps the harness running while it runs */
  #handles() {
    const { stdin, stdout, stderr } = this.#child;
    const pipes = /** @type {import('node:net').Socket[]} */ (
      /** @type {unknown} */ ([stdin, stdout, stderr])
    );
    return [this.#child, ...pipes];
  }

  /**
   * Ends it and all that it started, and removes its folder.
   *
   * @param {{ graceMillis?: number }} [options] how long it may take after the end of its standard input (0)
   */
  async end({ graceMillis = 0 } = {}) {
    // Whoever waits for this may have nothing else that keeps the harness running.
    for (const handle of this.#handles()) handle.ref();
    this.#child.stdin.end();
    if (graceMillis > 0) {
      await Promise.race([this.exited, sleep(graceMillis, undefined, { ref: false })]);
    }
    if (this.pid >= 0) killGroup(this.pid);
    // A process can look dead while its last thread still holds its ports.
    await Promise.race([this.exited, sleep(GONE_WITHIN_MILLIS, undefined, { ref: false })]);
    await this.#untilGone();
    if (this.#folder !== undefined) {
      fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    }
    this.#care.release();
  }

  async #untilGone() {
    if (this.pid < 0) return;
    const deadline = Date.now() + GONE_WITHIN_MILLIS;
    while (pidsOfGroup(this.pid).length > 0 && Date.now() < deadline) await sleep(10);
  }
}

/** @returns {string} a new temporary folder, which is the caller's to care for */
function temporaryFolder() {
  return fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'loadline-'));
}

module.exports = { CaredProcess, temporaryFolder };
