/**
 * Holds a body to lines of equal size, each an object that opens with its number; the first is parsed in full.
 *
 * Streams mostly equal one another to the byte. Bytes that were once found right are compared and not looked at line by line.
 */
'use strict';

const { performance } = require('node:perf_hooks');
const { parsed } = require('./held-body');
const { shown } = require('./shown');

// Longer streams are looked at line by line: a copy a connection would take too much memory.
const KNOWN_BYTES_MAX = 2 ** 20;
const NEWLINE = 0x0a;
const CLOSING_BRACE = 0x7d;
// `,` and `}` as README's `body.items` says, and the blank that fills the smallest items.
const AFTER_SEQ = [0x2c, 0x7d, 0x20];
const NOTHING = Buffer.alloc(0);

/**
 * @typedef {(count: number, millisSinceLast: number | undefined) => void} OnItems Is told of right items as they
 *   arrive: how many at once, and how long after the ones before them in their stream.
 */

class ItemsBody {
  /**
   * @param {{ count: number, size: number }} expected `size` in bytes of a line, newline included.
   * @param {OnItems} [onItems]
   */
  constructor({ count, size }, onItems) {
    this.count = count;
    this.size = size;
    this.onItems = onItems;
    /** @type {number | undefined} */
    this.lastAt = undefined;
    this.position = 0;
    /** @type {Buffer} The start of a line whose end has not come yet. */
    this.unfinished = NOTHING;
    /** @type {string | undefined} */
    this.problem = undefined;
    /** @type {Buffer | undefined} The last stream that was right. */
    this.knownRight = undefined;
    this.isKnown = false;
    /** @type {Buffer[] | undefined} Of a stream that is not known. */
    this.kept = undefined;
  }

  /** @returns {number} whole lines so far */
  get seq() {
    return Math.floor(this.position / this.size);
  }

  begin() {
    this.lastAt = undefined;
    this.position = 0;
    this.unfinished = NOTHING;
    this.problem = undefined;
    this.isKnown = this.knownRight !== undefined;
    this.kept = this.count * this.size > KNOWN_BYTES_MAX || this.isKnown ? undefined : [];
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   */
  take(bytes, start, end) {
    const before = this.seq;
    if (this.isKnown && !this.goesOnAsKnown(bytes, start, end)) this.leaveKnown();
    if (!this.isKnown) this.lines(bytes.subarray(start, end));
    this.position += end - start;
    const arrived = this.seq - before;
    if (arrived > 0 && !this.problem) this.arrived(arrived);
  }

  /** @type {(bytes: Buffer, start: number, end: number) => boolean} */
  goesOnAsKnown(bytes, start, end) {
    const known = /** @type {Buffer} */ (this.knownRight);
    const knownEnd = this.position + end - start;
    return (
      knownEnd <= known.length && known.compare(bytes, start, end, this.position, knownEnd) === 0
    );
  }

  /** What has come so far was right, and is the start of a line at most. */
  leaveKnown() {
    const known = /** @type {Buffer} */ (this.knownRight);
    this.isKnown = false;
    this.knownRight = undefined;
    this.unfinished = known.subarray(this.seq * this.size, this.position);
  }

  /** @param {Buffer} part */
  lines(part) {
    this.kept?.push(Buffer.from(part));
    const { size } = this;
    let seq = this.seq;
    let offset = 0;
    if (this.unfinished.length > 0) {
      offset = size - this.unfinished.length;
      this.unfinished = Buffer.concat([this.unfinished, part.subarray(0, offset)]);
      if (this.unfinished.length < size) return;
      this.line(this.unfinished, 0, seq++);
    }
    for (; offset + size <= part.length; offset += size) this.line(part, offset, seq++);
    this.unfinished = Buffer.from(part.subarray(offset));
  }

  /**
   * @param {Buffer} bytes
   * @param {number} offset
   * @param {number} seq
   */
  line(bytes, offset, seq) {
    if (this.problem) return;
    const start = `{"seq":${seq}`;
    const end = offset + this.size;
    const right =
      bytes.toString('latin1', offset, offset + start.length) === start &&
      AFTER_SEQ.includes(bytes[offset + start.length]) &&
      bytes[end - 2] === CLOSING_BRACE &&
      bytes.indexOf(NEWLINE, offset) === end - 1 &&
      (seq > 0 || parsed(bytes.subarray(offset, end)) !== undefined);
    if (!right) {
      const actual = bytes.subarray(offset, end);
      this.problem =
        `expected line ${seq} to be an object of ${this.size} bytes that starts with ${start}, ` +
        `got ${shown(actual)}`;
    }
  }

  /** @param {number} count */
  arrived(count) {
    const now = performance.now();
    this.onItems?.(count, this.lastAt === undefined ? undefined : now - this.lastAt);
    this.lastAt = now;
  }

  end() {
    const { seq, position, size } = this;
    if (this.problem) return this.problem;
    if (position !== this.count * size) {
      return `expected ${this.count} items, got ${seq} and ${position % size} bytes more`;
    }
    if (this.kept) this.knownRight = Buffer.concat(this.kept);
    return undefined;
  }
}

module.exports = { ItemsBody };
