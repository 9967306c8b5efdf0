// Problems by RFC 9457, and how they are told.
'use strict';

const { STATUS_CODES } = require('node:http');
const { discardRest } = require('./body');

class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} detail
   * @param {Record<string, string>} [headers]
   */
  constructor(status, detail, headers = {}) {
    super(detail);
    this.status = status;
    this.headers = { 'Content-Type': 'application/problem+json', ...headers };
    const title = STATUS_CODES[status];
    this.body = JSON.stringify({ type: 'about:blank', title, status, detail });
  }
}

/** The client went away: there is nobody to answer. */
class Abandoned extends Error {}

/** @param {string} detail */
const badRequest = (detail) => new Problem(400, detail);

/** @type {[RegExp, string][]} */
const METHODS = [
  [/^\/(?:|hello|hash|fibonacci|stream|health|htmx\.min\.js|echo)$/, 'GET, HEAD'],
  [/^\/stream\/[^/]+\/signals$/, 'GET, HEAD'],
  [/^\/todos$/, 'GET, HEAD, POST'],
  [/^\/todos\/[^/]+$/, 'DELETE, GET, HEAD, PUT'],
  [/^\/upload$/, 'PUT'],
  [/^\/cache\/[^/]+$/, 'GET, HEAD, PUT'],
  [/^\/(?:records|messages)$/, 'POST'],
  [/^\/(?:records|messages)\/[^/]+$/, 'GET, HEAD'],
];

/**
 * @param {string} method
 * @param {string} path
 * @returns {Problem} 405 for a known path, else 404
 */
function refusalOf(method, path) {
  const allow = METHODS.find(([pattern]) => pattern.test(path))?.[1];
  if (!allow) return new Problem(404, `There is nothing at ${path}.`);
  return new Problem(405, `${method} is not among ${allow}.`, { Allow: allow });
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {unknown} error
 */
function answerProblem(request, response, error) {
  const abandoned = error instanceof Abandoned || response.destroyed;
  if (abandoned || response.headersSent) {
    response.destroy();
    return;
  }
  if (!(error instanceof Problem)) console.error(error);
  const problem = error instanceof Problem ? error : new Problem(500, 'The server failed.');
  discardRest(request);
  const length = Buffer.byteLength(problem.body);
  response.writeHead(problem.status, { ...problem.headers, 'Content-Length': length });
  response.end(problem.body);
}

/**
 * @param {import('node:stream').Duplex} socket without a response
 * @param {Problem} problem
 */
function answerRaw(socket, { status, headers, body }) {
  const all = { Connection: 'close', ...headers, 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

module.exports = { Problem, Abandoned, badRequest, refusalOf, answerProblem, answerRaw };
