/** Writes the answers that are no problems. */
'use strict';

/** @typedef {{ status?: number, headers?: Record<string, string> }} More */

const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

/**
 * @param {import('./routes').Call} call
 * @param {string} contentType
 * @param {string} body
 * @param {More} [more]
 */
function answer({ response }, contentType, body, { status = 200, headers = {} } = {}) {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': length, ...headers });
  response.end(body);
}

/**
 * @param {import('./routes').Call} call
 * @param {object} value
 * @param {More} [more]
 */
function answerJson(call, value, more) {
  answer(call, 'application/json', JSON.stringify(value), more);
}

module.exports = { answer, answerJson, TEXT, HTML };
