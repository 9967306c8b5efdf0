/** Redis (or Valkey): how it is asked, and how it is started with nothing kept. */
'use strict';

/** No snapshots and no log: what a run wrote is of no use to the next. */
const KEEP_NOTHING = ['--save', '', '--appendonly', 'no'];

/** @type {import('./kinds').Kind} */
const redis = {
  connect,
  url: (address) => `redis://${address}`,
  async command(program, { folder, port }) {
    const where = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
    return [program, ...where, '--daemonize', 'no', ...KEEP_NOTHING];
  },
  container: { environment: {}, command: ['redis-server', ...KEEP_NOTHING] },
};

/**
 * @param {string} url
 * @param {number} timeoutMillis
 * @returns {Promise<import('./kinds').Client>}
 */
async function connect(url, timeoutMillis) {
  // It takes long to load, and few commands need it.
  const { createClient } = require('redis');
  const client = createClient({
    url,
    socket: {
      connectTimeout: timeoutMillis,
      socketTimeout: timeoutMillis,
      reconnectStrategy: false,
    },
  });
  // The command that fails of it says so too.
  client.on('error', () => {});
  await client.connect();
  return {
    ping: () => client.ping(),
    product: async () => productOf(String(await client.info('server'))),
    counts: async () => countsOf(String(await client.info('commandstats'))),
    close: () => client.destroy(),
  };
}

/** @param {string} info */
function productOf(info) {
  const valkey = /^valkey_version:(\S+)/m.exec(info);
  return valkey ? `Valkey ${valkey[1]}` : `Redis ${/^redis_version:(\S+)/m.exec(info)?.[1]}`;
}

/**
 * @param {string} info
 * @returns {import('./services').Counts}
 */
function countsOf(info) {
  const calls = (/** @type {string} */ command) =>
    Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return { reads: calls('get'), writes: calls('set') };
}

module.exports = redis;
