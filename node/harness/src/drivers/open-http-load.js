/** Open-loop HTTP load by undici: requests go out when they are due, whatever the server does. */
'use strict';

const { clientRequest } = require('./http-request');
const { httpWork } = require('./http-work');
const { OpenHttpConnection } = require('./open-http-connection');
const { OpenLoop } = require('./open-loop');

/**
 * @typedef {import('./specification').Specification} Specification
 * @param {Specification} specification With `load.exchanges` and `ratePerSecond`.
 * @returns {Promise<import('./tally').Sample>}
 * @throws {Error} for an exchange that this driver cannot send or check
 */
async function openHttpLoad(specification) {
  const { url, ratePerSecond = 1, timeoutSeconds, load } = specification;
  const { connections, exchanges } = load;
  const requests = exchanges.map((/** @type {import('./http-work').Exchange} */ { request }) =>
    clientRequest(request),
  );
  const { tally, newLap } = httpWork(specification);
  const loop = new OpenLoop(tally, { ratePerSecond, timeoutSeconds });
  const work = { origin: new URL(url).origin, requests, tally, timeoutSeconds };
  await loop.run(
    Array.from(
      { length: connections },
      () => new OpenHttpConnection(loop, { ...work, lap: newLap() }),
    ),
  );
  return tally.sample({ driver: 'undici', connections });
}

module.exports = { openHttpLoad };
