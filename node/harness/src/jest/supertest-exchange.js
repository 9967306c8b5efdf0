/** Makes a contract's HTTP exchanges with supertest, as people who test with Jest do. */
'use strict';

const supertest = require('supertest');
const { contentBytes } = require('../contracts/content');
const { headersOf, httpExchange } = require('../contracts/http-exchange');

/**
 * supertest holds bodies in memory and always says their length; streamed ones go the plain way.
 *
 * @type {import('../contracts/http-exchange').Exchange}
 */
async function supertestExchange(server, request, signal) {
  const { method = 'GET', path, body, transfer } = request;
  if (body?.fill !== undefined || transfer === 'chunked') {
    return httpExchange(server, request, signal);
  }
  const test = prepared(server.baseUrl, method, path).set(headersOf(request));
  const abort = () => {
    // Not returned: a request is a promise, and whoever calls a listener waits for those.
    test.abort();
  };
  signal.addEventListener('abort', abort, { once: true });
  const response = await (body === undefined ? test : test.send(contentBytes(body)));
  // superagent does not ask the parser where there can be no body.
  const bytes = Buffer.isBuffer(response.body) ? response.body : Buffer.alloc(0);
  return { status: response.status, headers: response.headers, body: bytes };
}

/**
 * @param {string} baseUrl
 * @param {string} method
 * @param {string} path
 * @returns {import('supertest').Test} one that adds nothing, follows nothing and understands nothing
 */
function prepared(baseUrl, method, path) {
  const agent = supertest(baseUrl);
  const send = agent[/** @type {'get'} */ (method.toLowerCase())];
  return send(path)
    .unset('Accept-Encoding')
    .redirects(0)
    .ok(() => true)
    .serialize((bytes) => bytes)
    .buffer(true)
    .parse(bytesOf);
}

/**
 * @param {import('superagent').Response} response
 * @param {(error: Error | null, bytes: Buffer) => void} done
 */
function bytesOf(response, done) {
  const stream = /** @type {import('node:stream').Readable} */ (/** @type {unknown} */ (response));
  /** @type {Buffer[]} */
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}

module.exports = { supertestExchange };
