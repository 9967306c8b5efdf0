/** Echo load over WebSocket, closed or open loop: each connection has one message under way at a time. */
'use strict';

const { EchoConnection } = require('./echo-connection');
const { EchoMessage } = require('./echo-message');
const { loopOf } = require('./loop-of');
const { Tally } = require('./tally');

/**
 * @param {import('./specification').Specification} specification With `load.echo`.
 * @returns {Promise<import('./tally').Sample>}
 */
async function webSocketLoad(specification) {
  const { url, seconds, rampSeconds, ratePerSecond, timeoutSeconds, load } = specification;
  const { connections, echo } = load;
  const address = new URL(echo.path, url.replace(/^http/, 'ws')).href;
  const messages = echo.messages.map((/** @type {object} */ content) => new EchoMessage(content));
  const tally = new Tally({ seconds, rampSeconds, ratePerSecond });
  const loop = loopOf(specification, tally);
  const work = { address, messages, tally, timeoutSeconds };
  await loop.run(Array.from({ length: connections }, () => new EchoConnection(loop, work)));
  return tally.sample({ driver: 'ws', connections });
}

module.exports = { webSocketLoad };
