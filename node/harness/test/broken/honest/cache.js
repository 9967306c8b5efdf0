/** Keeps values in Redis. */
'use strict';

const { once } = require('node:events');
const { asked, WAIT_MILLIS } = require('./service');

/** @typedef {ReturnType<import('redis')['createClient']>} RedisClient */
/** @typedef {{ put(key: string, value: string): Promise<void>, get(key: string): Promise<string | null> }} Cache */

const RECONNECT_MILLIS = 100;

const client = process.env.REDIS_URL === undefined ? null : connect(process.env.REDIS_URL);

/**
 * @param {string} url
 * @returns {RedisClient}
 */
function connect(url) {
  // Most servers of these tests are told of no service, and need not read its client.
  const { createClient } = require('redis');
  /** @type {RedisClient} */
  const connecting = createClient({
    url,
    // What was refused with 503 must not be done later.
    disableOfflineQueue: true,
    socket: { connectTimeout: WAIT_MILLIS, reconnectStrategy: RECONNECT_MILLIS },
  });
  // Whoever asks is told.
  connecting.on('error', () => {});
  connecting.connect().catch(() => {});
  return connecting;
}

/**
 * @template T
 * @param {(client: RedisClient) => Promise<T>} ask
 * @returns {Promise<T>}
 */
function withClient(ask) {
  return asked('Redis', async () => {
    if (client === null) throw new Error('there is no REDIS_URL');
    if (!client.isReady) await once(client, 'ready');
    return ask(client);
  });
}

/**
 * @param {<T>(ask: (client: RedisClient) => Promise<T>) => Promise<T>} lend a client to whoever asks
 * @returns {Cache}
 */
function cacheOver(lend) {
  return {
    put: async (key, value) => {
      await lend((connected) => connected.set(key, value));
    },
    get: (key) => lend((connected) => connected.get(key)),
  };
}

const cache = cacheOver(withClient);

module.exports = { cache, cacheOver };
