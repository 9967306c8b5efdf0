/** What an honest server answers when it cannot do what it was asked: RFC 9457 problems. */
'use strict';

const { STATUS_CODES } = require('node:http');

/** @typedef {import('node:http').ServerResponse} ServerResponse */

class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} detail
   * @param {Record<string, string>} [headers]
   */
  constructor(status, detail, headers = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

/**
 * @param {ServerResponse} response
 * @param {unknown} error a Problem, or anything else, which is a fault of the server
 */
function answerProblem(response, error) {
  const problem =
    error instanceof Problem
      ? error
      : new Problem(500, 'The server could not do what it was asked.');
  if (problem !== error) console.error(error);
  const { status, message: detail, headers } = problem;
  const body = { type: 'about:blank', title: STATUS_CODES[status], status, detail };
  response.writeHead(status, { 'Content-Type': 'application/problem+json', ...headers });
  response.end(JSON.stringify(body));
}

module.exports = { Problem, answerProblem };
