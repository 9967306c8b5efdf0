/**
 * Begins with the longest tests, so that none is waited for in the end: a few that mostly wait for a service that is silent, a few that
 * compute, and so on. Else the machine is idle in the beginning and too busy later.
 */
'use strict';

const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** @typedef {Parameters<InstanceType<typeof Sequencer>['sort']>[0]} Tests */

/** Each in this order. */
const WAITING = [
  /^contracts-cache-\d[.]test[.]js$/,
  /^contracts-messages-\d[.]test[.]js$/,
  /^contracts-(rest|records)-\d[.]test[.]js$/,
];
/** All others come after them. */
const COMPUTING = [
  /^(honest|broken|broken-services|measure-services)[.]test[.]js$/,
  /^(compare|open-loop-pace|commands|page-in-browser)[.]test[.]js$/,
  /^(action|build-revision|warm-up|http-load|start-services|laps|touched-by|judge)[.]test[.]js$/,
];
/** At a time, of the five that jest.config.js lets run. */
const WAITING_AT_ONCE = 3;
/** They take half as long: as many as two workers do until those that wait are done. */
const COMPUTING_MEANWHILE = 4;

module.exports = class TestOrder extends Sequencer {
  /**
   * @param {Tests} tests
   * @returns {Promise<Tests>}
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const waiting = ranked(
      sorted.filter((test) => rank(test, WAITING) < WAITING.length),
      WAITING,
    );
    const computing = ranked(
      sorted.filter((test) => !waiting.includes(test)),
      COMPUTING,
    );
    /** @type {Tests} */
    const order = [];
    while (waiting.length > 0) {
      order.push(...waiting.splice(0, WAITING_AT_ONCE));
      order.push(...computing.splice(0, COMPUTING_MEANWHILE));
    }
    return [...order, ...computing];
  }
};

/**
 * @param {Tests} tests
 * @param {RegExp[]} patterns
 * @returns {Tests} what no pattern knows last
 */
function ranked(tests, patterns) {
  return [...tests].sort((one, other) => rank(one, patterns) - rank(other, patterns));
}

/**
 * @param {Tests[number]} test
 * @param {RegExp[]} patterns
 * @returns {number} of the first that its name fits
 */
function rank(test, patterns) {
  const name = path.basename(test.path);
  const index = patterns.findIndex((pattern) => pattern.test(name));
  return index < 0 ? patterns.length : index;
}
