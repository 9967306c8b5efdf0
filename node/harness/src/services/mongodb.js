/** MongoDB: how it is asked, and how it is started. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** @type {import('./kinds').Kind} */
const mongodb = {
  connect,
  url: (address) => `mongodb://${address}/loadline`,
  async command(program, { folder, port }) {
    const data = path.join(folder, 'data');
    fs.mkdirSync(data);
    const where = ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'];
    return [program, '--dbpath', data, ...where, '--quiet'];
  },
  container: { environment: {}, command: ['mongod', '--bind_ip_all', '--quiet'] },
};

/**
 * @param {string} url
 * @param {number} timeoutMillis
 * @returns {Promise<import('./kinds').Client>}
 */
async function connect(url, timeoutMillis) {
  // It takes long to load, and few commands need it.
  const { MongoClient } = require('mongodb');
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: timeoutMillis,
    connectTimeoutMS: timeoutMillis,
    socketTimeoutMS: timeoutMillis,
  });
  const admin = client.db('admin');
  return {
    ping: () => admin.command({ ping: 1 }),
    product: async () => `MongoDB ${(await admin.command({ buildInfo: 1 })).version}`,
    counts: async () => countsOf((await admin.command({ serverStatus: 1 })).opcounters),
    close: () => client.close(),
  };
}

/**
 * @param {{ query: number, insert: number }} opcounters
 * @returns {import('./services').Counts}
 */
function countsOf({ query, insert }) {
  return { reads: Number(query), writes: Number(insert) };
}

module.exports = mongodb;
