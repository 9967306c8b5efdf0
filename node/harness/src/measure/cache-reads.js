/** Loads the cache with GETs alone, of keys that were put before: what a client library can do at most. */
'use strict';

const { httpExchange } = require('../contracts/http-exchange');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('./paired-slices').Work} Work
 */

/** The same in every run, so that runs do not fill up a Redis that stays. */
const KEYS = Array.from({ length: 1_000 }, (_, at) => `loadline-read-${at}`);
const PUTS_AT_ONCE = 20;
const TIMEOUT_MILLIS = 10_000;

/**
 * @param {Contract} contract the cache's
 * @returns {Work}
 */
function cacheReads(contract) {
  const read = {
    request: { path: '/cache/{{key}}' },
    response: {
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      body: { text: 'value of {{key}}' },
    },
  };
  const connections = Number(contract.load?.connections);
  return {
    contract: { ...contract, load: { connections, exchanges: [read] } },
    turns: { key: KEYS },
    prepare: putAll,
  };
}

/** @param {Server} server */
async function putAll(server) {
  const left = [...KEYS];
  const lane = async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) await put(server, key);
  };
  await Promise.all(Array.from({ length: PUTS_AT_ONCE }, lane));
}

/**
 * @param {Server} server
 * @param {string} key
 */
async function put(server, key) {
  const request = { method: 'PUT', path: `/cache/${key}`, body: { text: `value of ${key}` } };
  const { status } = await httpExchange(server, request, AbortSignal.timeout(TIMEOUT_MILLIS));
  if (status !== 204) {
    throw new Error(`${server.id}: PUT ${request.path}: expected status 204, got ${status}`);
  }
}

module.exports = { cacheReads };
