/** Closed-loop HTTP load by autocannon: so many connections, each sending as soon as it was answered. */
'use strict';

const autocannon = require('autocannon');
const { HttpConnection } = require('./http-connection');
const { filledRequest, fixedRequest } = require('./http-request');
const { lapWords } = require('./lap-words');
const { ResponseCheck, nameOf } = require('./response-check');
const { Tally } = require('./tally');

const TICK_MILLIS = 20;
// A server that cannot be reached is tried so often, and not for the whole slice.
const CONNECTION_ERRORS_MAX = 1000;

/**
 * @typedef {import('./specification').Specification} Specification
 * @typedef {import('./http-request').LoadRequest} LoadRequest
 * @typedef {{ request: LoadRequest, response: any, capture?: Record<string, any> }} Exchange
 */

/**
 * @param {Specification} specification With `load.exchanges`.
 * @returns {Promise<import('./tally').Sample>}
 * @throws {Error} for an exchange that this driver cannot send or check
 */
async function httpLoad({ url, seconds, rampSeconds, timeoutSeconds, load, turns }) {
  const connections = load.connections;
  const exchanges = /** @type {Exchange[]} */ (load.exchanges);
  const { host } = new URL(url);
  const requests = exchanges.map(({ request }) => filledRequest(request, host));
  const wordsOfLap = lapWords(exchanges, turns);
  exchanges.forEach((exchange) => new ResponseCheck(exchange));
  const tally = new Tally({ seconds, rampSeconds, exchanges: exchanges.map(nameOf) });
  let busy = connections;
  /** @type {any} */
  const run = autocannon({
    url,
    connections,
    requests: exchanges.map(({ request }) => fixedRequest(request)),
    timeout: timeoutSeconds,
    // The connections end the run as they come to rest; this is the end where one never does.
    duration: rampSeconds + seconds + timeoutSeconds + 1,
    sampleInt: TICK_MILLIS,
    bailout: CONNECTION_ERRORS_MAX,
    setupClient: (client) => {
      const checks = exchanges.map((exchange) => new ResponseCheck(exchange));
      const onIdle = () => {
        if (--busy === 0) run.stop();
      };
      new HttpConnection(client, { requests, checks, wordsOfLap, tally, onIdle });
    },
  });
  await run;
  return tally.sample({ driver: 'autocannon', connections });
}

module.exports = { httpLoad };
