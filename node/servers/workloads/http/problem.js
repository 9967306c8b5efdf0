// What went wrong, as a client is told it: a problem document (RFC 9457).
'use strict';

const { STATUS_CODES } = require('node:http');
const { Refusal } = require('../src/refusal');

const PROBLEM_TYPE = 'application/problem+json';

/** @type {Record<import('../src/refusal').Reason, number>} */
const STATUSES = { invalid: 400, missing: 404, conflict: 409, 'too-large': 413, unavailable: 503 };

/**
 * @param {unknown} error a refusal of the work, an error that carries a status below 500 (as frameworks
 * mark what they refuse), or one that nobody foresaw: that is told on stderr, and not to the client
 * @returns {{ type: string, title: string | undefined, status: number, detail: string }}
 */
function problemOf(error) {
  const { message } = /** @type {Error} */ (error);
  if (error instanceof Refusal) return problem(STATUSES[error.reason], message);
  const { status, statusCode = status } = /** @type {Record<string, any>} */ (Object(error));
  if (statusCode >= 400 && statusCode < 500) return problem(statusCode, message);
  console.error(error);
  return problem(500, 'The server failed to answer; its error output says why.');
}

/**
 * @param {number} status
 * @param {string} detail
 */
const problem = (status, detail) => ({
  type: 'about:blank',
  title: STATUS_CODES[status],
  status,
  detail,
});

module.exports = { PROBLEM_TYPE, problemOf };
