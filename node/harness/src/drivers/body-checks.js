/** Holds the bodies of answers to what a contract's `load` expects, chunk by chunk and cheaply. */
'use strict';

const { performance } = require('node:perf_hooks');
const { jsonDifferences } = require('../contracts/json-match');
const { parsed } = require('./held-body');
const { hasWords, jsonTemplate, template } = require('./template');

const SHOWN_BYTES = 120;
const NEWLINE = 0x0a;
const CLOSING_BRACE = 0x7d;
// `,` and `}` as README's `body.items` says, and the blank that fills the smallest items.
const AFTER_SEQ = [0x2c, 0x7d, 0x20];

/**
 * A check of one body at a time: `begin`, `take` for each chunk, `end`.
 * @typedef {import('./held-body').HeldBody} HeldBody
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
 * @param {HeldBody} held The whole body, for checks that need it.
 * @param {OnItems} [onItems]
 * @returns {BodyCheck}
 * @throws {Error} for an expectation that cannot be checked under load
 */
function bodyCheck(expectation, held, onItems) {
  if (!expectation) return new AnyBody();
  const [kind, expected] = Object.entries(expectation)[0];
  switch (kind) {
    case 'text':
      return new ExactBody(String(expected));
    case 'empty':
      return new ExactBody('');
    case 'json':
    case 'jsonIncludes':
      return new JsonBody(expected, kind === 'jsonIncludes', held);
    case 'pattern':
      return new PatternBody(expected, held);
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

/** JSON and its matchers; bytes that were once found right are not parsed again. */
class JsonBody {
  /**
   * @param {unknown} expected
   * @param {boolean} includes Whether other keys may be there.
   * @param {HeldBody} held
   */
  constructor(expected, includes, held) {
    this.filled = hasWords(expected) ? jsonTemplate(expected) : undefined;
    this.expected = expected;
    this.includes = includes;
    this.held = held;
    /** @type {Buffer | undefined} */
    this.knownRight = undefined;
  }

  /** @param {Words} words */
  begin(words) {
    if (this.filled) this.expected = JSON.parse(this.filled(words));
  }

  take() {}

  end() {
    const body = this.held.bytes();
    if (this.knownRight?.equals(body)) return undefined;
    const actual = this.held.json();
    if (actual === undefined) {
      return `body: expected ${JSON.stringify(this.expected)}, got ${shown(body)}, not JSON`;
    }
    const found = jsonDifferences(actual, this.expected, this.includes);
    if (found.length > 0) return found.map(differenceShown).join('; ');
    if (!this.filled) this.knownRight = Buffer.from(body);
    return undefined;
  }
}

/**
 * @param {import('../contracts/json-match').Difference} difference
 * @returns {string}
 */
function differenceShown({ pointer, expected, actual }) {
  return `${`body ${pointer}`.trim()}: expected ${expected}, got ${cut(actual)}`;
}

class PatternBody {
  /**
   * @param {string} source
   * @param {HeldBody} held
   */
  constructor(source, held) {
    this.filled = hasWords(source) ? template(source) : undefined;
    // Braces of words are no regular expression before they are filled in.
    this.pattern = this.filled ? /(?:)/u : new RegExp(source, 'u');
    this.held = held;
  }

  /** @param {Words} words */
  begin(words) {
    if (this.filled) this.pattern = new RegExp(this.filled(words), 'u');
  }

  take() {}

  end() {
    if (this.pattern.test(this.held.text())) return undefined;
    return `expected a match of ${this.pattern}, got ${shown(this.held.bytes())}`;
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
 * What a server sent, cut short and escaped, fit for a message.
 * @param {Buffer} bytes
 */
function shown(bytes) {
  const text = JSON.stringify(bytes.subarray(0, SHOWN_BYTES).toString());
  return bytes.length > SHOWN_BYTES ? `${text}...` : text;
}

/**
 * @param {string} text
 * @returns {string}
 */
function cut(text) {
  return text.length > SHOWN_BYTES ? `${text.slice(0, SHOWN_BYTES)}...` : text;
}

/**
 * @param {Record<string, any> | undefined} expectation
 * @returns {boolean} whether the check needs the whole body
 */
function needsWhole(expectation = {}) {
  return ['json', 'jsonIncludes', 'pattern'].some((kind) => kind in expectation);
}

module.exports = { bodyCheck, needsWhole, shown };
