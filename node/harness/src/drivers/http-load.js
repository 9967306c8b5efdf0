/** HTTP load: so many connections, each going through the load's exchanges lap by lap. */
'use strict';

const { KnownHead } = require('./answer-parser');
const { HttpConnection } = require('./http-connection');
const { preparedRequest } = require('./http-request');
const { httpWork } = require('./http-work');
const { loopOf } = require('./loop-of');

const HTTP_PORT = 80;

/**
 * @param {import('./specification').Specification} specification With `load.exchanges`.
 * @returns {Promise<import('./tally').Sample>}
 * @throws {Error} for an exchange that this driver cannot send or check
 */
async function httpLoad(specification) {
  const { url, timeoutSeconds, load } = specification;
  const { connections } = load;
  const { host, hostname, port } = new URL(url);
  const exchanges = /** @type {import('./http-work').Exchange[]} */ (load.exchanges);
  const { tally, newLap } = httpWork(specification);
  const work = {
    // An IPv6 address has brackets in a URL alone.
    server: { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || HTTP_PORT) },
    requests: exchanges.map(({ request }) => preparedRequest(request, host)),
    knownHeads: exchanges.map(() => new KnownHead()),
    tally,
    timeoutSeconds,
  };
  const loop = loopOf(specification, tally);
  await loop.run(
    Array.from({ length: connections }, () => new HttpConnection(loop, { ...work, lap: newLap() })),
  );
  return tally.sample({ driver: 'net', connections });
}

module.exports = { httpLoad };
