/** Closed-loop HTTP load by autocannon: so many connections, each sending as soon as it was answered. */
'use strict';

const autocannon = require('autocannon');
const { contentBytes } = require('../contracts/content');
const { HttpConnection } = require('./http-connection');
const { ResponseCheck } = require('./response-check');
const { Tally } = require('./tally');
const { uniqueToken } = require('./unique-token');

const TICK_MILLIS = 20;
// A server that cannot be reached is tried so often, and not for the whole slice.
const CONNECTION_ERRORS_MAX = 1000;
const UNIQUE = '{{unique}}';

/**
 * @typedef {import('./specification').Specification} Specification
 * @typedef {{ method?: string, path: string, headers?: Record<string, string>,
 *   body?: Record<string, any>, transfer?: string }} LoadRequest
 * @typedef {{ request: LoadRequest, response: any }} Exchange
 */

/**
 * @param {Specification} specification With `load.exchanges`.
 * @returns {Promise<import('./tally').Sample>}
 * @throws {Error} for an exchange that this driver cannot send or check
 */
async function httpLoad({ url, seconds, rampSeconds, timeoutSeconds, load }) {
  const connections = load.connections;
  const exchanges = /** @type {Exchange[]} */ (load.exchanges);
  const requests = exchanges.map(({ request }) => autocannonRequest(request));
  exchanges.forEach((exchange) => new ResponseCheck(exchange));
  const tally = new Tally({ seconds, rampSeconds });
  let busy = connections;
  const run = autocannon({
    url,
    connections,
    requests,
    timeout: timeoutSeconds,
    // The connections end the run as they come to rest; this is the end where one never does.
    duration: rampSeconds + seconds + timeoutSeconds + 1,
    sampleInt: TICK_MILLIS,
    bailout: CONNECTION_ERRORS_MAX,
    setupClient: (client) => {
      const checks = exchanges.map((exchange) => new ResponseCheck(exchange));
      const onIdle = () => {
        if (--busy === 0) /** @type {any} */ (run).stop();
      };
      new HttpConnection(client, { checks, tally, onIdle });
    },
  });
  await run;
  return tally.sample({ driver: 'autocannon', connections });
}

/**
 * @param {LoadRequest} request
 * @returns {any} As autocannon wants it.
 */
function autocannonRequest({ method = 'GET', path, headers = {}, body, transfer }) {
  if (transfer === 'chunked') {
    throw new Error(`the driver cannot send ${method} ${path} chunked; under load use a length`);
  }
  const content = body && contentBytes(body);
  const typed = body && 'json' in body && !hasContentType(headers);
  const request = {
    method,
    path,
    headers: typed ? { 'Content-Type': 'application/json', ...headers } : headers,
    ...(content ? { body: content } : {}),
  };
  const isFixed = !JSON.stringify([path, headers, body ?? null]).includes(UNIQUE);
  return isFixed ? request : { ...request, setupRequest: withUnique(request) };
}

/** @param {Record<string, string>} headers */
function hasContentType(headers) {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
}

/**
 * Puts a new token into each request, and where the answer's check finds it.
 * @param {{ path: string, headers: Record<string, string>, body?: Buffer }} template
 */
function withUnique({ path, headers, body }) {
  const text = body?.toString();
  return (/** @type {object} */ request, /** @type {{ unique?: string }} */ context) => {
    const unique = uniqueToken();
    context.unique = unique;
    const named = Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(UNIQUE, unique),
    ]);
    return {
      ...request,
      path: path.replaceAll(UNIQUE, unique),
      headers: Object.fromEntries(named),
      ...(text === undefined ? {} : { body: text.replaceAll(UNIQUE, unique) }),
    };
  };
}

module.exports = { httpLoad };
