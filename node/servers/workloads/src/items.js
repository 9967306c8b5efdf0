// The items of a stream: lines of JSON, made by the batch and only when the consumer can take them.
'use strict';

const { Readable } = require('node:stream');

const BATCH_BYTES = 64 * 1024;
/** A producer that could not go on for so long is paused. */
const PAUSED_AFTER_MILLIS = 100;

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
    let items = '';
    do {
      items += lineOf(this.#produced++, this.bytes);
    } while (items.length < BATCH_BYTES && this.#produced < this.count);
    this.#producedAt = performance.now();
    this.push(items, 'latin1');
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

/**
 * @param {number} seq
 * @param {number} bytes at least 16
 * @returns {string} one item, its new line included
 */
function lineOf(seq, bytes) {
  const opening = `{"seq":${seq}`;
  const padding = bytes - opening.length - ',"pad":""}\n'.length;
  if (padding >= 0) return `${opening},"pad":"${'x'.repeat(padding)}"}\n`;
  return `${opening.padEnd(bytes - 2)}}\n`;
}

module.exports = { Items };
