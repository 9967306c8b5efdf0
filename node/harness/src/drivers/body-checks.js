/** Holds the bodies of answers to what a contract's `load` expects, chunk by chunk and cheaply. */
'use strict';

const { jsonDifferences } = require('../contracts/json-match');
const { ItemsBody } = require('./items-body');
const { SHOWN_BYTES, cut, shown } = require('./shown');
const { hasWords, jsonTemplate, template } = require('./template');

const NOTHING = Buffer.alloc(0);

/**
 * A check of one body at a time: `begin`, `take` for each part, `end`.
 * @typedef {import('./held-body').HeldBody} HeldBody
 * @typedef {import('./template').Words} Words
 * @typedef {object} BodyCheck
 * @property {(words: Words) => void} begin
 * @property {(bytes: Buffer, start: number, end: number) => void} take The bytes are lent: what is kept is copied.
 * @property {() => string | undefined} end What is wrong, or undefined.
 */

/**
 * @param {Record<string, any> | undefined} expectation `body` of a response in a contract.
 * @param {HeldBody} held The whole body, for checks that need it.
 * @param {import('./items-body').OnItems} [onItems]
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
    /** What came instead, as much of it as is shown. */
    this.actual = NOTHING;
  }

  /** @param {Words} words */
  begin(words) {
    if (this.filled) this.expected = Buffer.from(this.filled(words));
    this.position = 0;
    this.equal = true;
  }

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   */
  take(bytes, start, end) {
    const { expected, position } = this;
    this.position = position + end - start;
    if (this.equal) {
      this.equal =
        this.position <= expected.length &&
        expected.compare(bytes, start, end, position, this.position) === 0;
      if (this.equal) return;
      this.actual = expected.subarray(0, position);
    }
    if (this.actual.length > SHOWN_BYTES) return;
    this.actual = Buffer.concat([this.actual, bytes.subarray(start, end)]);
  }

  end() {
    const { equal, expected, position } = this;
    if (equal && position === expected.length) return undefined;
    const actual = equal ? expected.subarray(0, position) : this.actual;
    return (
      `expected ${shown(expected)} (${expected.length} bytes), ` +
      `got ${shown(actual)} (${position} bytes)`
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

/**
 * @param {Record<string, any> | undefined} expectation
 * @returns {boolean} whether the check needs the whole body
 */
function needsWhole(expectation = {}) {
  return ['json', 'jsonIncludes', 'pattern'].some((kind) => kind in expectation);
}

module.exports = { bodyCheck, needsWhole };
