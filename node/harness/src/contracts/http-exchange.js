/** Sends one HTTP request exactly as a contract writes it, and reads the response. */
'use strict';

const http = require('node:http');
const { pipeline } = require('node:stream');
const { contentLength, contentStream } = require('./content');

/** @typedef {import('./load-contracts').Request} Request */

/**
 * @typedef {object} HttpResponse
 * @property {number} status
 * @property {Record<string, string>} headers by lower-case name; repeated ones joined by commas
 * @property {Buffer} body
 */

/**
 * How exchanges are made; a test framework may bring its own.
 *
 * @typedef {(server: { host: string, port: number, baseUrl: string }, request: Request, signal: AbortSignal) => Promise<HttpResponse>} Exchange
 */

/**
 * Each exchange has a connection of its own, so that no case can spoil another's.
 *
 * @type {Exchange}
 */
function httpExchange(server, request, signal) {
  return new Promise((resolve, reject) => {
    const sending = openRequest(server, request, signal);
    sending.on('response', (response) => {
      // A server that refuses early is heard; what it does to the rest of the request is its affair.
      sending.removeAllListeners('error').on('error', () => {});
      readAll(response).then(resolve, reject);
    });
    sending.on('error', reject);
    sendBody(sending, request);
  });
}

/**
 * @param {{ host: string, port: number }} server
 * @param {Request} request
 * @param {AbortSignal} signal
 * @returns {http.ClientRequest} with its headers, and its body yet to be sent
 */
function openRequest({ host, port }, request, signal) {
  const { method = 'GET', path } = request;
  return http.request({
    host,
    port,
    method,
    path,
    headers: headersOf(request),
    agent: false,
    signal,
  });
}

/**
 * @param {Request} request
 * @returns {Record<string, string>}
 */
function headersOf({ headers = {}, body, transfer = 'length' }) {
  if (body === undefined) return headers;
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return {
    ...headers,
    ...(body.json !== undefined && !names.includes('content-type')
      ? { 'Content-Type': 'application/json' }
      : {}),
    ...(transfer === 'chunked'
      ? { 'Transfer-Encoding': 'chunked' }
      : { 'Content-Length': String(contentLength(body)) }),
  };
}

/**
 * @param {http.ClientRequest} sending
 * @param {Request} request
 */
function sendBody(sending, { body }) {
  if (body === undefined) {
    sending.end();
    return;
  }
  const stream = contentStream(body);
  sending.once('response', () => stream.destroy());
  // The request's own error event tells what went wrong.
  pipeline(stream, sending, () => {});
}

/**
 * @param {http.IncomingMessage} response
 * @returns {Promise<HttpResponse>}
 */
async function readAll(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
  };
}

module.exports = { httpExchange, openRequest, sendBody, headersOf };
