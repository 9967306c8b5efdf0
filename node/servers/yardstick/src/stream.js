// The stream workload: lines made by the batch, only when the consumer can take them.
'use strict';

const { Readable } = require('node:stream');
const { Problem, badRequest } = require('./problem');
const { required, wholeNumber } = require('./query');

const BATCH_BYTES = 64 * 1024;
const PAUSED_AFTER_MILLIS = 100;
const REMEMBERED_MILLIS = 60_000;
const REMEMBERED_MAX = 1_000;
const ZERO = '0'.charCodeAt(0);

class Streams {
  /** @type {Map<string, Items>} */
  #flowing = new Map();
  /** @type {Map<string, { signals: object, endedAt: number }>} in order of their end */
  #ended = new Map();

  /**
   * @param {string} query
   * @returns {Items}
   */
  open(query) {
    const { id, count, size } = this.check(query);
    if (this.#flowing.has(id)) throw new Problem(409, `A stream with the id ${id} still flows.`);
    const items = new Items(count, size, (signals) => {
      this.#flowing.delete(id);
      this.#ended.set(id, { signals, endedAt: performance.now() });
    });
    this.#ended.delete(id);
    this.#flowing.set(id, items);
    return items;
  }

  /** @param {string} query */
  check(query) {
    const id = checkId(required(query, 'id'));
    const count = wholeNumber(query, 'items', 1, 10_000_000);
    return { id, count, size: wholeNumber(query, 'size', 16, 65_536) };
  }

  /**
   * @param {string} id
   * @returns {string} as JSON
   */
  signals(id) {
    this.#forgetOld();
    const signals = this.#flowing.get(checkId(id))?.signals ?? this.#ended.get(id)?.signals;
    if (!signals) throw new Problem(404, `No stream with the id ${id} is known.`);
    return JSON.stringify(signals);
  }

  #forgetOld() {
    for (const [id, { endedAt }] of this.#ended) {
      const old = performance.now() - endedAt > REMEMBERED_MILLIS;
      if (!old && this.#ended.size <= REMEMBERED_MAX) return;
      this.#ended.delete(id);
    }
  }
}

/** @param {string} id */
function checkId(id) {
  if (/^[A-Za-z0-9_.:-]{1,128}$/.test(id)) return id;
  throw badRequest('id must be 1 to 128 letters, digits or any of _ . : -');
}

class Items extends Readable {
  #state = 'flowing';
  #produced = 0;
  #pauses = 0;
  #producedAt = performance.now();
  #template = Buffer.alloc(0);
  #digits = 0;

  /**
   * @param {number} count
   * @param {number} size
   * @param {(signals: object) => void} onEnd
   */
  constructor(count, size, onEnd) {
    super({ highWaterMark: BATCH_BYTES });
    this.count = count;
    this.size = size;
    this.onEnd = onEnd;
    this.once('end', () => this.#end('completed'));
  }

  get signals() {
    const paused = this.#state === 'flowing' && this.#waits();
    const pauses = this.#pauses + (paused ? 1 : 0);
    return { produced: this.#produced, pauses, state: paused ? 'paused' : this.#state };
  }

  _read() {
    if (this.#waits()) this.#pauses++;
    if (this.#produced === this.count) {
      this.push(null);
      return;
    }
    const batch = this.#batch();
    this.#produced += batch.length / this.size;
    this.#producedAt = performance.now();
    this.push(batch);
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

  /** @param {string} state */
  #end(state) {
    if (this.#state !== 'flowing') return;
    this.#state = state;
    this.onEnd(this.signals);
  }

  /** Lines whose numbers have equally many digits differ in those alone. */
  #batch() {
    const first = this.#produced;
    const digits = String(first).length;
    const most = Math.max(1, Math.floor(BATCH_BYTES / this.size));
    if (digits !== this.#digits) {
      this.#digits = digits;
      this.#template = Buffer.from(lineOf('0'.repeat(digits), this.size).repeat(most));
    }
    const lines = Math.min(most, this.count - first, 10 ** digits - first);
    const batch = Buffer.from(this.#template.subarray(0, lines * this.size));
    for (let line = 0; line < lines; line++) {
      let place = line * this.size + '{"seq":'.length + digits - 1;
      for (let item = first + line; item > 0; item = Math.floor(item / 10)) {
        batch[place--] = ZERO + (item % 10);
      }
    }
    return batch;
  }
}

/**
 * @param {string} number
 * @param {number} size
 */
function lineOf(number, size) {
  const opening = `{"seq":${number}`;
  const padding = size - opening.length - ',"pad":""}\n'.length;
  if (padding >= 0) return `${opening},"pad":"${'x'.repeat(padding)}"}\n`;
  return `${opening.padEnd(size - 2)}}\n`;
}

module.exports = { Streams };
