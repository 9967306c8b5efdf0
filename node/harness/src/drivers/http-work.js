/** What closed and open loop alike make of a load of exchanges: a tally, and laps with checks for each connection. */
'use strict';

const { Lap } = require('./lap');
const { lapWords } = require('./lap-words');
const { ResponseCheck, nameOf } = require('./response-check');
const { Tally } = require('./tally');

/**
 * @typedef {import('./specification').Specification} Specification
 * @typedef {import('./http-request').LoadRequest} LoadRequest
 * @typedef {{ request: LoadRequest, response: any, capture?: Record<string, any> }} Exchange
 */

/**
 * @param {Specification} specification with `load.exchanges`
 * @returns {{ tally: Tally, newLap: () => Lap }} a lap for each connection
 * @throws {Error} for an exchange that cannot be checked under load
 */
function httpWork({ seconds, rampSeconds, ratePerSecond, load, turns }) {
  const exchanges = /** @type {Exchange[]} */ (load.exchanges);
  const hasItems = exchanges.some(({ response }) => response.body?.items);
  const names = exchanges.map(nameOf);
  const tally = new Tally({ seconds, rampSeconds, ratePerSecond, exchanges: names, hasItems });
  const wordsOfLap = lapWords(exchanges, turns);
  const checks = () =>
    exchanges.map((exchange) => new ResponseCheck(exchange, tally.arrived.bind(tally)));
  // What cannot be checked is to be known before anything is sent.
  checks();
  return { tally, newLap: () => new Lap(checks(), wordsOfLap) };
}

module.exports = { httpWork };
