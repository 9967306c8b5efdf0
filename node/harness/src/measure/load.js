/** Makes a contract's load fit for a driver, which knows neither pages nor DOM. */
'use strict';

const { httpExchange } = require('../contracts/http-exchange');
const { holdResponse } = require('../contracts/hold-response');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../contracts/load-contracts').Load} Load
 * @typedef {import('../stacks').Server} Server
 */

const TIMEOUT_MILLIS = 10_000;

/**
 * The first response of a page is compared as DOM, here; the driver then wants the same bytes again.
 *
 * @param {Contract} contract with a load
 * @param {Server} server
 * @returns {Promise<Load>}
 * @throws {Error} when that first response is not what the contract expects
 */
async function loadFor(contract, server) {
  const load = /** @type {Load} */ (contract.load);
  if (!load.exchanges) return load;
  const exchanges = [];
  for (const exchange of load.exchanges) {
    exchanges.push(
      exchange.response.body?.page ? await withText(exchange, contract, server) : exchange,
    );
  }
  return { ...load, exchanges };
}

/**
 * @param {NonNullable<Load['exchanges']>[number]} exchange
 * @param {Contract} contract
 * @param {Server} server
 */
async function withText(exchange, contract, server) {
  const { request, response: expected } = exchange;
  const signal = AbortSignal.timeout(TIMEOUT_MILLIS);
  const response = await httpExchange(server, request, signal);
  const mismatches = holdResponse(response, expected, (page) => contract.pages[page]);
  if (mismatches.length > 0) {
    const [{ what, expected: wanted, actual }] = mismatches;
    throw new Error(`${request.path}: ${what}: expected ${wanted}, got ${actual}`);
  }
  return { request, response: { ...expected, body: { text: response.body.toString() } } };
}

module.exports = { loadFor };
