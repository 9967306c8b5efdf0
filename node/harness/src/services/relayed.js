/** Puts a relay before each service, and tells servers to go through it. */
'use strict';

const { openRelay } = require('./relay');

/**
 * @typedef {import('./services').Services} Services
 * @typedef {import('./services').ServiceName} ServiceName
 * @typedef {import('./relay').Relay} Relay
 */

/**
 * @typedef {object} Relayed
 * @property {Record<string, string>} env the relays' URLs, by the variable that a server reads
 * @property {Map<ServiceName, Relay>} relays
 * @property {() => Promise<void>} close ends the relays; the services run on
 */

/**
 * @param {Services} services
 * @param {ServiceName[]} names
 * @returns {Promise<Relayed>} with a relay for each of the services that run
 */
async function relayed(services, names) {
  /** @type {Map<ServiceName, Relay>} */
  const relays = new Map();
  /** @type {Record<string, string>} */
  const env = {};
  for (const name of new Set(names)) {
    const { url, variable } = services.of(name);
    if (url === null) continue;
    const relay = await openRelay(url);
    relays.set(name, relay);
    env[variable] = relay.url;
  }
  const close = async () => {
    await Promise.all([...relays.values()].map((relay) => relay.close()));
  };
  return { env, relays, close };
}

module.exports = { relayed };
