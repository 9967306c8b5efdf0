/** Holds each answer under load to the status, headers and body that its contract expects. */
'use strict';

const { captureOf } = require('../contracts/capture');
const { normalMediaType } = require('../contracts/media-type');
const { replaceWords } = require('../contracts/words');
const { bodyCheck, needsWhole } = require('./body-checks');
const { HeldBody } = require('./held-body');
const { SHOWN_BYTES, shown } = require('./shown');
const { hasWords } = require('./template');

const CHECKED = ['status', 'contentType', 'headers', 'body'];

/**
 * @typedef {import('./tally').ErrorKind} ErrorKind
 * @typedef {import('./template').Words} Words
 * @typedef {import('./answer-head').AnswerHead} AnswerHead
 * @typedef {{ kind: ErrorKind, example: string }} Fault
 */

/** One answer at a time: `begin`, `head`, `take` for each part of the body, `end`. */
class ResponseCheck {
  /**
   * @param {Record<string, any>} exchange `request`, `response` and `capture` as in a contract's load.
   * @param {import('./items-body').OnItems} [onItems]
   * @throws {Error} for expectations that cannot be checked under load
   */
  constructor({ request, response, capture = {} }, onItems) {
    const unknown = Object.keys(response).filter((key) => !CHECKED.includes(key));
    if (unknown.length > 0) {
      throw new Error(
        `the driver cannot check response.${unknown.join(', response.')} of ${request.path}; ` +
          `under load it checks ${CHECKED.join(', ')}`,
      );
    }
    this.name = nameOf({ request });
    this.status = response.status;
    this.headers = headerChecks(response);
    this.headersWithWords = this.headers.filter(({ template }) => template !== undefined);
    this.held = new HeldBody();
    this.body = bodyCheck(response.body, this.held, onItems);
    this.captures = Object.entries(capture).map(([name, where]) => ({
      name,
      kind: /** @type {ErrorKind} */ (where.from.startsWith('header:') ? 'header' : 'body'),
      from: captureOf(name, where),
    }));
    this.holdsBody = needsWhole(response.body) || this.captures.some(({ kind }) => kind === 'body');
    /** @type {Words} */
    this.words = new Map();
    /** @type {AnswerHead | undefined} Of the answer that comes. */
    this.answerHead = undefined;
    /** @type {AnswerHead | undefined} Heads are compared by identity: equal ones come as the same object. */
    this.rightHead = undefined;
    /** @type {Buffer | undefined} The start of the body, for the message of a wrong status. */
    this.firstBytes = undefined;
  }

  /** @param {Words} words Those of the lap; captures add to them. */
  begin(words) {
    this.words = words;
    this.firstBytes = undefined;
    if (this.holdsBody) this.held.begin();
    for (const header of this.headersWithWords) header.begin(words);
    this.body.begin(words);
  }

  /** @param {AnswerHead} head */
  head(head) {
    this.answerHead = head;
  }

  /**
   * @param {Buffer} bytes lent
   * @param {number} start
   * @param {number} end
   */
  take(bytes, start, end) {
    if (this.answerHead?.status !== this.status) {
      // One more than is shown: so it is known to be cut.
      this.firstBytes ??= Buffer.from(
        bytes.subarray(start, Math.min(end, start + SHOWN_BYTES + 1)),
      );
      return;
    }
    if (this.holdsBody) this.held.take(bytes, start, end);
    this.body.take(bytes, start, end);
  }

  /**
   * Ends one answer.
   * @returns {Fault | undefined}
   */
  end() {
    const head = /** @type {AnswerHead} */ (this.answerHead);
    if (head.status !== this.status) {
      const body = this.firstBytes ? ` with body ${shown(this.firstBytes)}` : '';
      return this.fault('status', `expected status ${this.status}, got ${head.status}${body}`);
    }
    if (head !== this.rightHead || this.headersWithWords.length > 0) {
      const wrong = this.wrongHeader(head);
      if (wrong) return wrong;
      this.rightHead = head;
    }
    const problem = this.body.end();
    if (problem) return this.fault('body', problem);
    return this.captures.length > 0 ? this.capture(head) : undefined;
  }

  /**
   * @param {AnswerHead} head
   * @returns {Fault | undefined}
   */
  wrongHeader({ headers }) {
    const wrong = this.headers.find((check) => !check.holds(headers.get(check.name)));
    if (!wrong) return undefined;
    const actual = JSON.stringify(headers.get(wrong.name) ?? 'none');
    return this.fault('header', `expected ${wrong.name} ${wrong.expected}, got ${actual}`);
  }

  /**
   * @param {AnswerHead} head
   * @returns {Fault | undefined}
   */
  capture({ headers }) {
    const answer = {
      header: (/** @type {string} */ name) => headers.get(name),
      text: () => this.held.text(),
      json: () => this.held.json(),
    };
    for (const { name, kind, from } of this.captures) {
      const found = from(answer);
      if (!('value' in found)) {
        const { what, expected, actual } = found;
        return this.fault(kind, `${what}: expected ${expected}, got ${actual}`);
      }
      this.words.set(name, found.value);
    }
    return undefined;
  }

  /**
   * @param {ErrorKind} kind
   * @param {string} problem
   * @returns {Fault}
   */
  fault(kind, problem) {
    return { kind, example: `${this.name}: ${problem}` };
  }
}

/**
 * @param {Record<string, any>} exchange
 * @returns {string} such as `GET /hello`
 */
function nameOf({ request: { method = 'GET', path } }) {
  return `${method} ${path}`;
}

/** @param {{ contentType?: string, headers?: Record<string, any> }} response */
function headerChecks({ contentType, headers = {} }) {
  const checks = Object.entries(headers).map(([name, expected]) => new HeaderCheck(name, expected));
  if (contentType !== undefined)
    checks.push(new HeaderCheck('content-type', { mediaType: contentType }));
  return checks;
}

class HeaderCheck {
  /**
   * @param {string} name
   * @param {any} expected As in a contract, or a `mediaType`.
   */
  constructor(name, expected) {
    this.name = name;
    this.template = hasWords(expected) ? expected : undefined;
    /** @type {string | undefined} The value that was last found right: it comes again and again. */
    this.knownRight = undefined;
    // Braces of words are no regular expression before they are filled in.
    const now = this.template ? '' : expected;
    this.expected = headerExpectationShown(now);
    this.test = headerTest(now);
  }

  /** @param {Words} words Of a lap; only where the expectation has words. */
  begin(words) {
    const expected = replaceWords(this.template, words);
    this.expected = headerExpectationShown(expected);
    this.test = headerTest(expected);
    this.knownRight = undefined;
  }

  /** @param {string | undefined} value */
  holds(value) {
    if (value !== undefined && value === this.knownRight) return true;
    if (!this.test(value)) return false;
    this.knownRight = value;
    return true;
  }
}

/**
 * @param {any} expected
 * @returns {string}
 */
function headerExpectationShown(expected) {
  if (typeof expected === 'string') return JSON.stringify(expected);
  return expected.mediaType ?? Object.entries(expected)[0].join(' ');
}

/**
 * @param {any} expected
 * @returns {(value: string | undefined) => boolean}
 */
function headerTest(expected) {
  if (typeof expected === 'string') return (value) => value === expected;
  if (expected.absent) return (value) => value === undefined;
  if (expected.pattern !== undefined) {
    const pattern = new RegExp(expected.pattern, 'u');
    return (value) => value !== undefined && pattern.test(value);
  }
  if (expected.list) {
    const list = normalisedList(expected.list);
    return (value) => value !== undefined && normalisedList(value.split(',')) === list;
  }
  const mediaType = normalMediaType(expected.mediaType);
  return (value) => value !== undefined && normalMediaType(value) === mediaType;
}

/** @param {string[]} words */
function normalisedList(words) {
  return words
    .map((word) => word.trim().toLowerCase())
    .sort()
    .join();
}

module.exports = { ResponseCheck, nameOf };
