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
      this.#difference = lineDifference(
        bytes.subarray(at, at + this.#size),
        this.items,
        this.#size,
      );
      at += this.#size;
      if (this.#difference === null) this.items++;
    }
    this.#rest = bytes.subarray(at);
  }
}

/**
 * @param {Buffer} line as many bytes as a line must have
 * @param {number} k which line
 * @param {number} size
 * @returns {Difference | null}
 */
function lineDifference(line, k, size) {
  if (line.indexOf(NEWLINE) !== size - 1) {
    return difference(k, `${size} bytes with the newline`, line);
  }
  const text = line.toString('latin1');
  const begin = `{"seq":${k}`;
  if (!text.startsWith(begin) || !/^ *[,}]/.test(text.slice(begin.length))) {
    return difference(k, `a line that starts with ${begin}`, line);
  }
  return isJson(line) ? null : difference(k, 'a JSON object', line);
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
