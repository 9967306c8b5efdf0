/** Closed-loop HTTP load by autocannon: so many connections, each sending as soon as it was answered. */
'use strict';

const autocannon = require('autocannon');
const { HttpConnection } = require('./http-connection');
const { wireRequest } = require('./http-request');
const { httpWork } = require('./http-work');

const TICK_MILLIS = 20;
// A server that cannot be reached is tried so often, and not for the whole slice.
const CONNECTION_ERRORS_MAX = 1000;

/**
 * @param {import('./specification').Specification} specification With `load.exchanges`.
 * @returns {Promise<import('./tally').Sample>}
 * @throws {Error} for an exchange that this driver cannot send or check
 */
async function httpLoad(specification) {
  const { url, seconds, rampSeconds, timeoutSeconds, load } = specification;
  const { connections, exchanges } = load;
  const { host } = new URL(url);
  const requests = exchanges.map((/** @type {import('./http-work').Exchange} */ { request }) =>
    wireRequest(request, host),
  );
  const { tally, newLap } = httpWork(specification);
  let busy = connections;
  tally.begin();
  /** @type {any} */
  const run = autocannon({
    url,
    connections,
    timeout: timeoutSeconds,
    // The connections end the run as they come to rest; this is the end where one never does.
    duration: rampSeconds + seconds + timeoutSeconds + 1,
    sampleInt: TICK_MILLIS,
    bailout: CONNECTION_ERRORS_MAX,
    setupClient: (client) => {
      const onIdle = () => {
        // Later: on a busy machine a short slice is over before autocannon has returned.
        if (--busy === 0) setImmediate(() => run.stop());
      };
      new HttpConnection(client, { requests, lap: newLap(), tally, onIdle });
    },
  });
  await run;
  return tally.sample({ driver: 'autocannon', connections });
}

module.exports = { httpLoad };
