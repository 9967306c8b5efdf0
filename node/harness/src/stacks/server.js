/** A running server: where it answers, what it holds, and how it is stopped. */
'use strict';

const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { killGroup } = require('./cleanup');
const { outputTail } = require('./output-tail');
const { pidsOfGroup, residentBytesOf } = require('./processes');

/**
 * @typedef {object} Ending
 * @property {number | null} exitCode null when a signal ended it
 * @property {string | null} signal
 */

/**
 * How a server stopped.
 *
 * @typedef {object} Stopped
 * @property {number | null} exitCode
 * @property {string | null} signal SIGKILL when it had to be killed
 * @property {number} millis from SIGTERM to the end
 * @property {string[]} leftBehind what outlived it: processes, the port, temporary files
 */

const STOP_WITHIN_MILLIS = 10_000;
/** The kernel needs a moment to take down the rest of a group. */
const GONE_WITHIN_MILLIS = 500;
/** What it wrote last may be read so much later than its end is seen. */
const LAST_WORDS_MILLIS = 500;
const PIDS_EVERY_MILLIS = 250;

class Server {
  #child;
  #care;
  #folder;
  #away;
  #stderr;
  #stdout;
  /** @type {Ending | null} */
  #ending = null;
  /** Whether the server was told to end. */
  #terminated = false;
  #hasStopped = false;
  /** @type {{ pids: number[], at: number }} */
  #known = { pids: [], at: 0 };
  /** @type {Promise<Stopped> | null} */
  #stopping = null;

  /**
   * @param {object} parts
   * @param {string} parts.id of the variant
   * @param {import('node:child_process').ChildProcess} parts.child
   * @param {string} parts.host
   * @param {number} parts.port
   * @param {string} parts.folder the server's own, for its temporary folder
   * @param {{ release(): void }} parts.care
   */
  constructor({ id, child, host, port, folder, care }) {
    this.#child = child;
    this.#care = care;
    this.#stderr = outputTail(child.stderr);
    this.#stdout = outputTail(child.stdout);
    this.id = id;
    this.host = host;
    this.port = port;
    this.baseUrl = `http://${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
    this.#folder = folder;
    this.#away = path.join(folder, 'away');
    this.temporaryFolder = temporaryFolderIn(folder);
    /** The process id, and the id of its process group. */
    this.pid = child.pid ?? -1;
    /** @type {Promise<Ending>} settles when the process has ended and its last words are read */
    this.exited = new Promise((resolve) => {
      const end = (/** @type {Ending} */ ending) => resolve((this.#ending = ending));
      child.once('exit', (exitCode, signal) => {
        const ending = (this.#ending = { exitCode, signal });
        // A child of its own may keep its output open.
        const timer = setTimeout(() => end(ending), LAST_WORDS_MILLIS);
        child.once('close', () => {
          clearTimeout(timer);
          end(ending);
        });
      });
      child.once('error', (error) => {
        this.#stderr.add(error.message);
        end({ exitCode: 127, signal: null });
      });
    });
  }

  /** @returns {boolean} */
  get running() {
    return this.#ending === null;
  }

  /** @returns {boolean} whether it has ended after `stop`, however well */
  get hasStopped() {
    return this.#hasStopped;
  }

  /** @returns {string} the end of what it wrote to standard error */
  stderr() {
    return this.#stderr.text();
  }

  /** @returns {string} the end of its standard error or, where that is empty, of its standard output */
  lastOutput() {
    return this.#stderr.text().trim() || this.#stdout.text().trim();
  }

  /** @returns {string} such as `exit code 1`; `still running` if it is */
  howItEnded() {
    if (this.#ending === null) return 'still running';
    const { exitCode, signal } = this.#ending;
    return signal === null ? `exit code ${exitCode}` : `ended by ${signal}`;
  }

  /** @returns {number[]} the server's process and those that it started */
  pids() {
    return this.pid < 0 ? [] : pidsOfGroup(this.pid);
  }

  /** @returns {number} resident memory of the server and its children together, bytes */
  residentBytes() {
    if (Date.now() - this.#known.at > PIDS_EVERY_MILLIS) {
      this.#known = { pids: this.pids(), at: Date.now() };
    }
    return residentBytesOf(this.#known.pids, this.pid);
  }

  /** @param {NodeJS.Signals} signal to the server's own process, not to its children */
  signal(signal) {
    this.#terminated = true;
    this.#child.kill(signal);
  }

  /**
   * @param {number} graceMillis how long to wait for an end that may be under way
   * @returns {Promise<string | null>} how it ended, if it did and nobody had asked it to
   */
  async endedByItself(graceMillis) {
    if (this.#terminated) return null;
    await Promise.race([this.exited, sleep(graceMillis, undefined, { ref: false })]);
    return this.running || this.#terminated ? null : this.howItEnded();
  }

  /** @returns {Promise<boolean>} whether a new connection is accepted */
  accepts() {
    return isOpen(this.host, this.port);
  }

  /** @returns {number} how many files its temporary folder holds, at any depth */
  temporaryFiles() {
    const folder = this.temporaryFolder;
    return filesIn(folder).filter((name) => isFile(path.join(folder, name))).length;
  }

  /** Renames the temporary folder, so that whatever needs it fails. */
  takeTemporaryFolderAway() {
    fs.renameSync(this.temporaryFolder, this.#away);
  }

  /** Restores the temporary folder if it is away. */
  bringTemporaryFolderBack() {
    if (!fs.existsSync(this.#away)) return;
    fs.rmSync(this.temporaryFolder, { recursive: true, force: true });
    fs.renameSync(this.#away, this.temporaryFolder);
  }

  /**
   * Asks the server to stop, and kills what does not. Its temporary folder is removed in any event.
   *
   * @param {{ withinMillis?: number }} [options] how long it may take (10,000)
   * @returns {Promise<Stopped>} the same answer however often it is asked
   */
  stop({ withinMillis = STOP_WITHIN_MILLIS } = {}) {
    this.#stopping ??= this.#stop(withinMillis);
    return this.#stopping;
  }

  /** Ends the server and all that it started without asking. */
  async kill() {
    this.#terminated = true;
    this.#stopping ??= this.#end(this.running ? Date.now() : 0, []);
    await this.#stopping;
  }

  /**
   * @param {number} withinMillis
   * @returns {Promise<Stopped>}
   */
  async #stop(withinMillis) {
    const began = Date.now();
    if (!this.#terminated) this.signal('SIGTERM');
    const late = await Promise.race([
      this.exited.then(() => false),
      sleep(withinMillis, true, { ref: false }),
    ]);
    const leftBehind = late
      ? [`process ${this.pid} (did not end within ${withinMillis} ms of SIGTERM)`]
      : await this.#leftBehind();
    const stopped = await this.#end(began, leftBehind);
    this.#hasStopped = true;
    return stopped;
  }

  /**
   * @param {number} began
   * @param {string[]} leftBehind
   * @returns {Promise<Stopped>}
   */
  async #end(began, leftBehind) {
    if (this.pid >= 0) killGroup(this.pid);
    const { exitCode, signal } = await this.exited;
    const millis = Date.now() - began;
    await this.#untilGone();
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    this.#care.release();
    return { exitCode, signal, millis, leftBehind };
  }

  /** @returns {Promise<string[]>} */
  async #leftBehind() {
    const pids = await this.#untilGone();
    const files = filesIn(this.temporaryFolder);
    return [
      ...pids.map((pid) => `process ${pid}`),
      ...((await isOpen(this.host, this.port)) ? [`port ${this.port}`] : []),
      ...files.map((file) => `temporary file ${file}`),
    ];
  }

  /** @returns {Promise<number[]>} the processes that are still there after a moment */
  async #untilGone() {
    const deadline = Date.now() + GONE_WITHIN_MILLIS;
    let pids = this.pids();
    while (pids.length > 0 && Date.now() < deadline) {
      await sleep(10);
      pids = this.pids();
    }
    return pids;
  }
}

/** A server that did not get ready; its message ends with the last that it wrote. */
class NotStarted extends Error {
  /**
   * @param {Server} server
   * @param {string} what
   * @param {string} expected
   * @param {string} actual
   */
  constructor(server, what, expected, actual) {
    const output = server.lastOutput();
    super(
      `${server.id} ${what}\n  expected  ${expected}\n  actual    ${actual}` +
        (output ? `\n  it wrote\n${output.replace(/^/gm, '    | ')}` : '\n  it wrote  nothing'),
    );
    this.name = 'NotStarted';
  }
}

/**
 * @param {string} folder
 * @returns {string[]} everything in it, by names relative to it
 */
function filesIn(folder) {
  return fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }).map(String) : [];
}

/**
 * @param {string} file
 * @returns {boolean} false too when it has just gone
 */
function isFile(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * @param {string} folder a server's own
 * @returns {string} where it keeps temporary files
 */
function temporaryFolderIn(folder) {
  return path.join(folder, 'tmp');
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>} whether somebody listens there
 */
function isOpen(host, port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

module.exports = { Server, NotStarted, temporaryFolderIn };
