/** Holds the bodies of answers to what a contract's `load` expects, chunk by chunk and cheaply. */
'use strict';

const { performance } = require('node:perf_hooks');
const { isDeepStrictEqual } = require('node:util');
const { hasWords, jsonTemplate, template } = require('./template');

const SHOWN_BYTES = 120;
const NEWLINE = 0x0a;
const CLOSING_BRACE = 0x7d;
// `,` and `}` as README's `body.items` says, and the blank that fills the smallest items.
const AFTER_SEQ = [0x2c, 0x7d, 0x20];

/**
 * A check of one body at a time: `begin`, `take` for each chunk, `end`.
 * @typedef {import('./template').Words} Words
 * @typedef {object} BodyCheck
 * @property {(words: Words) => void} begin
 * @property {(chunk: Buffer) => void} take
 * @property {() => string | undefined} end What is wrong, or undefined.
 *
 * @typedef {(count: number, millisSinceLast: number | undefined) => void} OnItems Is told of right items as they
 *   arrive: how many at once, and how long after the ones before them in their stream.
 */

/**
 * @param {Record<string, any> | undefined} expectation `body` of a response in a contract.
 * @param {OnItems} [onItems]
 * @returns {BodyCheck}
 * @throws {Error} for an expectation that cannot be checked under load
 */
function bodyCheck(expectation, onItems) {
  if (!expectation) return new AnyBody();
  const [kind, expected] = Object.entries(expectation)[0];
  switch (kind) {
    case 'text':
      return new ExactBody(String(expected));
    case 'empty':
      return new ExactBody('');
    case 'json':
    case 'jsonIncludes':
      return new JsonBody(expected, kind === 'jsonIncludes');
    case 'pattern':
      return new PatternBody(expected);
    case 'items':
      return new ItemsBody(expected, onItems);
    default:
      throw new Error(
        `the driver cannot check body.${kind}; it checks text, empty, json, jsonIncludes, pattern` +
          ' and items (a page is handed to it as the text of a response that was found right)',
      );
  }
}

class AnyBody {
  begin() {}
  take() {}
  end() {
    return undefined;
  }
}

/** Byte equality, without keeping the body. */
class ExactBody {
  /** @param {string} text */
  constructor(text) {
    this.expected = Buffer.from(text);
    this.filled = hasWords(text) ? template(text) : undefined;
    this.position = 0;
    this.equal = true;
    this.actual = Buffer.alloc(0);
  }

  /** @param {Words} words */
  begin(words) {
    if (this.filled) this.expected = Buffer.from(this.filled(words));
    this.position = 0;
    this.equal = true;
    this.actual = Buffer.alloc(0);
  }

  /** @param {Buffer} chunk */
  take(chunk) {
    const { expected, position } = this;
    if (this.actual.length < SHOWN_BYTES) this.actual = Buffer.concat([this.actual, chunk]);
    const end = position + chunk.length;
    this.equal &&=
      end <= expected.length && expected.compare(chunk, 0, chunk.length, position, end) === 0;
    this.position = end;
  }

  end() {
    if (this.equal && this.position === this.expected.length) return undefined;
    return (
      `expected ${shown(this.expected)} (${this.expected.length} bytes), ` +
      `got ${shown(this.actual)} (${this.position} bytes)`
    );
  }
}

/** Equality as JSON; bytes that were once found right are not parsed again. */
class JsonBody {
  /**
   * @param {unknown} expected
   * @param {boolean} includes Whether other keys may be there.
   */
  constructor(expected, includes) {
    this.filled = hasWords(expected) ? jsonTemplate(expected) : undefined;
    this.expected = expected;
    this.includes = includes;
    /** @type {Buffer | undefined} */
    this.knownRight = undefined;
    /** @type {Buffer[]} */
    this.chunks = [];
  }

  /** @param {Words} words */
  begin(words) {
    this.chunks = [];
    if (this.filled) this.expected = JSON.parse(this.filled(words));
  }

  /** @param {Buffer} chunk */
  take(chunk) {
    this.chunks.push(chunk);
  }

  end() {
    const body = this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks);
    if (this.knownRight?.equals(body)) return undefined;
    if (this.holds(parsed(body))) {
      if (!this.filled) this.knownRight = Buffer.from(body);
      return undefined;
    }
    return `expected JSON ${JSON.stringify(this.expected)}, got ${shown(body)}`;
  }

  /** @param {any} actual */
  holds(actual) {
    if (!this.includes) return isDeepStrictEqual(actual, this.expected);
    const wanted = /** @type {Record<string, unknown>} */ (this.expected);
    return Object.entries(wanted).every(
      ([key, value]) => actual !== undefined && isDeepStrictEqual(actual?.[key], value),
    );
  }
}

class PatternBody {
  /** @param {string} source */
  constructor(source) {
    this.filled = hasWords(source) ? template(source) : undefined;
    // Braces of words are no regular expression before they are filled in.
    this.pattern = this.filled ? /(?:)/u : new RegExp(source, 'u');
    /** @type {Buffer[]} */
    this.chunks = [];
  }

  /** @param {Words} words */
  begin(words) {
    this.chunks = [];
    if (this.filled) this.pattern = new RegExp(this.filled(words), 'u');
  }

  /** @param {Buffer} chunk */
  take(chunk) {
    this.chunks.push(chunk);
  }

  end() {
    const body = Buffer.concat(this.chunks);
    if (this.pattern.test(body.toString())) return undefined;
    return `expected a match of ${this.pattern}, got ${shown(body)}`;
  }
}

/** Lines of equal size, each an object that opens with its number; the first is parsed in full. */
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
    this.seq = 0;
    this.carry = Buffer.alloc(0);
    /** @type {string | undefined} */
    this.problem = undefined;
  }

  begin() {
    this.lastAt = undefined;
    this.seq = 0;
    this.carry = Buffer.alloc(0);
    this.problem = undefined;
  }

  /** @param {Buffer} chunk */
  take(chunk) {
    const before = this.seq;
    this.lines(chunk);
    if (this.seq > before && !this.problem) this.arrived(this.seq - before);
  }

  /** @param {Buffer} chunk */
  lines(chunk) {
    let offset = 0;
    if (this.carry.length > 0) {
      offset = this.size - this.carry.length;
      this.carry = Buffer.concat([this.carry, chunk.subarray(0, offset)]);
      if (this.carry.length < this.size) return;
      this.line(this.carry, 0);
    }
    for (; offset + this.size <= chunk.length; offset += this.size) this.line(chunk, offset);
    this.carry = Buffer.from(chunk.subarray(offset));
  }

  /** @param {number} count */
  arrived(count) {
    const now = performance.now();
    this.onItems?.(count, this.lastAt === undefined ? undefined : now - this.lastAt);
    this.lastAt = now;
  }

  /**
   * @param {Buffer} bytes
   * @param {number} offset
   */
  line(bytes, offset) {
    const seq = this.seq++;
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

  end() {
    if (this.problem) return this.problem;
    if (this.seq === this.count && this.carry.length === 0) return undefined;
    return `expected ${this.count} items, got ${this.seq} and ${this.carry.length} bytes more`;
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

/**
 * What a server sent, cut short and escaped, fit for a message.
 * @param {Buffer} bytes
 */
function shown(bytes) {
  const text = JSON.stringify(bytes.subarray(0, SHOWN_BYTES).toString());
  return bytes.length > SHOWN_BYTES ? `${text}...` : text;
}

module.exports = { bodyCheck, shown };
