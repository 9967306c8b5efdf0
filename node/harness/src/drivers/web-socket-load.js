/** Echo load over WebSocket, closed or open loop: each connection has one message under way at a time. */
'use strict';

const { contentBytes } = require('../contracts/content');
const { ClosedLoop } = require('./closed-loop');
const { EchoConnection } = require('./echo-connection');
const { OpenLoop } = require('./open-loop');
const { Tally } = require('./tally');

/**
 * @typedef {import('./specification').Specification} Specification
 * @typedef {import('./echo-connection').Message} Message
 */

/**
 * @param {Specification} specification With `load.echo`.
 * @returns {Promise<import('./tally').Sample>}
 */
async function webSocketLoad(specification) {
  const { url, seconds, rampSeconds, ratePerSecond, timeoutSeconds, load } = specification;
  const { connections, echo } = load;
  const address = new URL(echo.path, url.replace(/^http/, 'ws')).href;
  const messages = echo.messages.map(messageOf);
  const tally = new Tally({ seconds, rampSeconds, ratePerSecond });
  const loop = ratePerSecond
    ? new OpenLoop(tally, { ratePerSecond, timeoutSeconds })
    : new ClosedLoop(tally, timeoutSeconds);
  const work = { address, messages, tally, timeoutSeconds };
  await loop.run(Array.from({ length: connections }, () => new EchoConnection(loop, work)));
  return tally.sample({ driver: 'ws', connections });
}

/**
 * @param {Record<string, any>} content
 * @returns {Message}
 */
function messageOf(content) {
  const binary = content.base64 !== undefined || content.fill !== undefined;
  return { data: contentBytes(content), binary };
}

module.exports = { webSocketLoad };
