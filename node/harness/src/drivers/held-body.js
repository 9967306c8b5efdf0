/** Keeps the body of one answer for checks and captures that need all of it, and parses it once at most. */
'use strict';

class HeldBody {
  /** @type {Buffer[]} */
  #chunks = [];
  #isParsed = false;
  /** @type {unknown} */
  #json = undefined;

  begin() {
    this.#chunks = [];
    this.#isParsed = false;
    this.#json = undefined;
  }

  /**
   * @param {Buffer} bytes lent
   * @param {number} start
   * @param {number} end
   */
  take(bytes, start, end) {
    this.#chunks.push(Buffer.from(bytes.subarray(start, end)));
  }

  /** @returns {Buffer} */
  bytes() {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }

  /** @returns {string} */
  text() {
    return this.bytes().toString();
  }

  /** @returns {unknown} undefined where the body is no JSON */
  json() {
    if (!this.#isParsed) {
      this.#json = parsed(this.bytes());
      this.#isParsed = true;
    }
    return this.#json;
  }
}

/**
 * @param {Buffer} bytes
 * @returns {any} undefined where the bytes are no JSON
 */
function parsed(bytes) {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

module.exports = { HeldBody, parsed };
