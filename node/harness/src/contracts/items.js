/** Checks the lines of a stream as they come, whatever the chunks that they come in. */
'use strict';

/** @typedef {{ what: string, expected: string, actual: string }} Difference */

const NEWLINE = 0x0a;
const SHOWN_CHARACTERS = 60;

class ItemCheck {
  #size;
  /** @type {Buffer} */
  #rest = Buffer.alloc(0);
  /** @type {Difference | null} */
  #difference = null;
  /** What came after the number in the last line that was right. */
  #known = '';

  /** @param {number} size bytes a line, newline included */
  constructor(size) {
    this.#size = size;
    /** Whole lines so far. */
    this.items = 0;
  }

  /** @returns {Difference | null} the first line that is wrong */
  get difference() {
    return this.#difference;
  }

  /** @returns {number} bytes of a line that has not ended yet */
  get unfinishedBytes() {
    return this.#rest.length;
  }

  /** @param {Buffer} chunk */
  add(chunk) {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (this.#difference === null && at + this.#size <= bytes.length) {
      this.#difference = this.#differenceOf(bytes.subarray(at, at + this.#size));
      at += this.#size;
      if (this.#difference === null) this.items++;
    }
    this.#rest = bytes.subarray(at);
  }

  /**
   * @param {Buffer} line as many bytes as a line must have
   * @returns {Difference | null}
   */
  #differenceOf(line) {
    if (line.indexOf(NEWLINE) !== this.#size - 1) {
      return difference(this.items, `${this.#size} bytes with the newline`, line);
    }
    const text = line.toString('latin1');
    const begin = `{"seq":${this.items}`;
    const rest = text.slice(begin.length);
    // After another number the same is JSON again; to parse each line would take most of the time.
    if (rest === this.#known && text.startsWith(begin)) return null;
    if (!text.startsWith(begin) || !/^ *[,}]/.test(rest)) {
      return difference(this.items, `a line that starts with ${begin}`, line);
    }
    if (!isJson(line)) return difference(this.items, 'a JSON object', line);
    this.#known = rest;
    return null;
  }
}

/**
 * @param {Buffer} line
 * @returns {boolean}
 */
function isJson(line) {
  try {
    JSON.parse(line.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {number} k
 * @param {string} expected
 * @param {Buffer} line
 * @returns {Difference}
 */
function difference(k, expected, line) {
  const text = line.toString('utf8');
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return { what: `line ${k}`, expected, actual: JSON.stringify(shown) };
}

module.exports = { ItemCheck };
