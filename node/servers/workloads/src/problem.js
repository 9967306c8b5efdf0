// What goes wrong, and how it is told: problem documents by RFC 9457.
'use strict';

const { STATUS_CODES } = require('node:http');

/** An answer that is not what was asked for: thrown by the work, told to the client. */
class Problem extends Error {
  /**
   * @param {number} status the HTTP status
   * @param {string} detail what was wrong, for the client's eyes
   * @param {Record<string, string>} [headers] what the answer carries besides
   */
  constructor(status, detail, headers = {}) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.headers = { 'Content-Type': 'application/problem+json', ...headers };
  }

  /** @returns {string} the document */
  get body() {
    const { status, message: detail } = this;
    return JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail });
  }
}

/** The client went away before it had its answer, so there is nobody to answer. */
class Abandoned extends Error {
  constructor() {
    super('the client went away');
    this.name = 'Abandoned';
  }
}

/** @param {string} detail */
const badRequest = (detail) => new Problem(400, detail);

/**
 * The problem behind whatever was thrown. What nobody foresaw is told on stderr, and to the
 * client without its particulars.
 * @param {unknown} thrown
 * @returns {Problem | undefined} undefined when there is nobody to tell
 */
function problemOf(thrown) {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof Abandoned || codeOf(thrown) === 'ERR_STREAM_PREMATURE_CLOSE') return;
  const status = statusOf(thrown);
  if (status >= 400 && status < 500) {
    return new Problem(status, `The request cannot be understood: ${STATUS_CODES[status]}.`);
  }
  console.error(thrown);
  return new Problem(500, 'The server failed to answer; its error output says why.');
}

/**
 * Frameworks mark what they refuse themselves with a status.
 * @param {unknown} thrown
 * @returns {number}
 */
function statusOf(thrown) {
  const { status, statusCode } = /** @type {Record<string, unknown>} */ (Object(thrown));
  return Number(status ?? statusCode ?? 500);
}

/** @param {unknown} thrown */
const codeOf = (thrown) => /** @type {{ code?: string }} */ (Object(thrown)).code;

module.exports = { Problem, Abandoned, badRequest, problemOf, codeOf };
