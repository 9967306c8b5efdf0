/** Holds each answer under load to the status, content type and body that its contract expects. */
'use strict';

const { bodyCheck, shown } = require('./body-checks');

const CHECKED = ['status', 'contentType', 'headers', 'body'];

/**
 * @typedef {import('./tally').ErrorKind} ErrorKind
 * @typedef {{ kind: ErrorKind, example: string }} Fault
 */

class ResponseCheck {
  /**
   * @param {Record<string, any>} exchange `request` and `response` as in a contract's load.
   * @throws {Error} for expectations that cannot be checked under load
   */
  constructor({ request, response }) {
    const unknown = Object.keys(response).filter((key) => !CHECKED.includes(key));
    if (unknown.length > 0) {
      throw new Error(
        `the driver cannot check response.${unknown.join(', response.')} of ${request.path}; ` +
          `under load it checks ${CHECKED.join(', ')}`,
      );
    }
    this.name = `${request.method ?? 'GET'} ${request.path}`;
    this.status = response.status;
    this.headers = headerChecks(response);
    this.body = bodyCheck(response.body);
    /** @type {Buffer | undefined} The start of the body, for the message of a wrong status. */
    this.firstChunk = undefined;
  }

  /** @param {string} unique */
  begin(unique) {
    this.firstChunk = undefined;
    this.body.begin(unique);
  }

  /** @param {Buffer} chunk */
  take(chunk) {
    this.firstChunk ??= chunk;
    this.body.take(chunk);
  }

  /**
   * Ends one answer.
   * @param {number} status
   * @param {string[]} rawHeaders Names and values in turn.
   * @returns {Fault | undefined}
   */
  end(status, rawHeaders) {
    if (status !== this.status) {
      const body = this.firstChunk ? ` with body ${shown(this.firstChunk)}` : '';
      return this.fault('status', `expected status ${this.status}, got ${status}${body}`);
    }
    const header = this.headers.find((check) => !check.holds(headerValue(rawHeaders, check.name)));
    if (header) {
      const actual = JSON.stringify(headerValue(rawHeaders, header.name) ?? 'none');
      return this.fault('header', `expected ${header.name} ${header.expected}, got ${actual}`);
    }
    const problem = this.body.end();
    return problem ? this.fault('body', problem) : undefined;
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
    this.expected = headerExpectationShown(expected);
    this.test = headerTest(expected);
    /** @type {string | undefined} The value that was last found right: it comes again and again. */
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
    const pattern = new RegExp(expected.pattern);
    return (value) => value !== undefined && pattern.test(value);
  }
  if (expected.list) {
    const list = normalisedList(expected.list);
    return (value) => value !== undefined && normalisedList(value.split(',')) === list;
  }
  const mediaType = normalisedMediaType(expected.mediaType);
  return (value) => value !== undefined && normalisedMediaType(value) === mediaType;
}

/** @param {string[]} words */
function normalisedList(words) {
  return words
    .map((word) => word.trim().toLowerCase())
    .sort()
    .join();
}

/**
 * @param {string[]} rawHeaders
 * @param {string} name In lower case.
 */
function headerValue(rawHeaders, name) {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === name.length && rawHeaders[i].toLowerCase() === name) {
      return rawHeaders[i + 1];
    }
  }
  return undefined;
}

/**
 * Media type and parameters without regard to case, order and blanks.
 * @param {string} value
 */
function normalisedMediaType(value) {
  const [type, ...parameters] = value
    .toLowerCase()
    .split(';')
    .map((part) =>
      part
        .replace(/\s*=\s*/, '=')
        .replaceAll('"', '')
        .trim(),
    );
  return [type, ...parameters.sort()].join('; ');
}

module.exports = { ResponseCheck, headerValue };
