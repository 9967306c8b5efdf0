/** A consumer of a stream that takes bytes from its connection only when it is told to read. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { ItemCheck } = require('./items');
const { unreadBytes } = require('./receive-buffer');

const READ_BYTES = 65_536;
/**
 * The kernel's receive buffer grows with the speed at which it is emptied, and Node cannot bound it. A consumer
 * that will stop reads gently, so that what the kernel holds for it stays far below what contracts allow.
 */
const GENTLE_MILLIS = 1;

class StreamConsumer {
  #response;
  #check;
  #size;
  /** @type {Buffer} taken from the connection, but not yet looked at */
  #waiting = Buffer.alloc(0);
  #ended = false;
  #breathedAt = 0;
  /** @type {Error | null} */
  #error = null;
  #wake = () => {};

  /**
   * @param {import('node:http').IncomingMessage} response nobody reads it yet
   * @param {number} size bytes an item
   */
  constructor(response, size) {
    this.#response = response;
    this.#size = size;
    this.#check = new ItemCheck(size);
    /** Bytes of the body that have been read. */
    this.bytesRead = 0;
    response.on('readable', () => this.#wake());
    response.on('end', () => this.#finish(null));
    response.on('close', () => this.#finish(null));
    response.on('error', (error) => this.#finish(error));
  }

  /** @returns {number} bytes that its own kernel has received, and that it has not read */
  get bytesWaiting() {
    return unreadBytes(this.#response.socket);
  }

  /** @returns {number} items that were read, whole and right */
  get items() {
    return this.#check.items;
  }

  /** @returns {import('./items').Difference | null} */
  get difference() {
    return this.#check.difference;
  }

  /** @returns {boolean} whether nothing more will come, or an item was wrong */
  get over() {
    return this.difference !== null || (this.#ended && this.#waiting.length === 0);
  }

  /**
   * @param {number} goal reads until there have been so many items in all
   * @param {boolean} toEnd reads on to the end of the stream
   */
  async readUntil(goal, toEnd) {
    while (this.difference === null && (toEnd || this.items < goal)) {
      const wanted = (goal - this.items) * this.#size - this.#check.unfinishedBytes;
      const chunk = await this.#take(toEnd ? READ_BYTES : wanted);
      if (chunk === null) return;
      this.#check.add(chunk);
      if (!toEnd) await this.#breathe();
    }
  }

  /**
   * @param {number} count items that there should be
   * @returns {boolean}
   */
  endedCleanly(count) {
    return (
      this.#ended &&
      this.#response.complete &&
      this.items === count &&
      this.#check.unfinishedBytes === 0
    );
  }

  /** @returns {string} */
  howItStands() {
    const { unfinishedBytes } = this.#check;
    const read = `${this.items} items${unfinishedBytes > 0 ? ` and ${unfinishedBytes} bytes` : ''}`;
    if (!this.#ended) return `${read}, and the stream goes on`;
    if (this.#response.complete) return `${read}, and then the end`;
    return `${read}, and then the connection broke${this.#error ? `: ${this.#error.message}` : ''}`;
  }

  /** Vanishes without a word: TCP reset. */
  disconnect() {
    this.#response.socket.resetAndDestroy();
  }

  /** Waits a moment after every so many bytes. */
  async #breathe() {
    if (this.bytesRead - this.#breathedAt < READ_BYTES) return;
    this.#breathedAt = this.bytesRead;
    await sleep(GENTLE_MILLIS);
  }

  /**
   * @param {number} atMost bytes
   * @returns {Promise<Buffer | null>} null at the end
   */
  async #take(atMost) {
    while (this.#waiting.length === 0) {
      const chunk = this.#response.read();
      if (chunk !== null) {
        this.#waiting = chunk;
        this.bytesRead += chunk.length;
      } else if (this.#ended) {
        return null;
      } else {
        await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
      }
    }
    const taken = this.#waiting.subarray(0, atMost);
    this.#waiting = this.#waiting.subarray(taken.length);
    return taken;
  }

  /** @param {Error | null} error */
  #finish(error) {
    this.#ended = true;
    this.#error ??= error;
    this.#wake();
  }
}

module.exports = { StreamConsumer };
