// The items of a stream: lines of JSON, made by the batch and only when the consumer can take them.
'use strict';

const { Readable } = require('node:stream');

const BATCH_BYTES = 64 * 1024;
/** A producer that could not go on for so long is paused. */
const PAUSED_AFTER_MILLIS = 100;
const ZERO = '0'.charCodeAt(0);
const OPENING = '{"seq":';

/**
 * @typedef {object} Signals
 * @property {number} produced how many items were made
 * @property {number} pauses how often the consumer made the producer wait
 * @property {'flowing' | 'paused' | 'completed' | 'cancelled'} state
 */

/** Produces when it is asked to, which a readable stream is as long as its consumer keeps up. */
class Items extends Readable {
  /** @type {'flowing' | 'completed' | 'cancelled'} */
  #state = 'flowing';
  #produced = 0;
  #pauses = 0;
  #producedAt = performance.now();
  /** @type {Batch | undefined} */
  #batch;

  /**
   * @param {number} count
   * @param {number} bytes of each item
   * @param {(last: Signals) => void} onEnd called once, when nothing will be produced any more
   */
  constructor(count, bytes, onEnd) {
    super({ highWaterMark: BATCH_BYTES });
    this.count = count;
    this.bytes = bytes;
    this.onEnd = onEnd;
    this.once('end', () => this.#end('completed'));
  }

  /** @returns {Signals} */
  get signals() {
    const paused = this.#state === 'flowing' && this.#waits();
    return {
      produced: this.#produced,
      pauses: this.#pauses + (paused ? 1 : 0),
      state: paused ? 'paused' : this.#state,
    };
  }

  _read() {
    if (this.#waits()) this.#pauses++;
    if (this.#produced === this.count) {
      this.push(null);
      return;
    }
    if (!this.#batch?.fits(this.#produced)) this.#batch = new Batch(this.#produced, this.bytes);
    const items = this.#batch.itemsFrom(this.#produced, this.count);
    this.#produced += items.length / this.bytes;
    this.#producedAt = performance.now();
    this.push(items);
  }

  /**
   * @param {Error | null} error
   * @param {(error?: Error | null) => void} callback
   */
  _destroy(error, callback) {
    this.#end('cancelled');
    callback(error);
  }

  /** Making a batch takes no time to speak of, so a silent producer is one that waits. */
  #waits() {
    return performance.now() - this.#producedAt >= PAUSED_AFTER_MILLIS;
  }

  /** @param {'completed' | 'cancelled'} state */
  #end(state) {
    if (this.#state !== 'flowing') return;
    this.#state = state;
    this.onEnd(this.signals);
  }
}

/** A block of lines whose numbers have equally many digits: only those differ between batches. */
class Batch {
  /**
   * @param {number} first the number of an item
   * @param {number} bytes of each item
   */
  constructor(first, bytes) {
    this.digits = String(first).length;
    this.bytes = bytes;
    this.lines = Math.max(1, Math.floor(BATCH_BYTES / bytes));
    this.template = Buffer.from(
      lineOf('0'.repeat(this.digits), bytes).repeat(this.lines),
      'latin1',
    );
  }

  /** @param {number} item */
  fits(item) {
    return item < 10 ** this.digits;
  }

  /**
   * @param {number} first
   * @param {number} count of the whole stream
   * @returns {Buffer} the next lines
   */
  itemsFrom(first, count) {
    const lines = Math.min(this.lines, count - first, 10 ** this.digits - first);
    const batch = Buffer.from(this.template.subarray(0, lines * this.bytes));
    for (let line = 0; line < lines; line++) {
      this.number(batch, line * this.bytes + OPENING.length, first + line);
    }
    return batch;
  }

  /**
   * @param {Buffer} batch
   * @param {number} at
   * @param {number} item
   */
  number(batch, at, item) {
    for (let place = at + this.digits - 1; item > 0; place--) {
      batch[place] = ZERO + (item % 10);
      item = Math.floor(item / 10);
    }
  }
}

/**
 * @param {string} number
 * @param {number} bytes at least 16
 * @returns {string} one item, its new line included
 */
function lineOf(number, bytes) {
  const opening = `${OPENING}${number}`;
  const padding = bytes - opening.length - ',"pad":""}\n'.length;
  if (padding >= 0) return `${opening},"pad":"${'x'.repeat(padding)}"}\n`;
  return `${opening.padEnd(bytes - 2)}}\n`;
}

module.exports = { Items };
