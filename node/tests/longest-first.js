/**
 * Begins with the longest tests, so that the others are done beside them and none is waited for in the end. Contracts
 * mostly wait: so what computes is begun beside them, and some of what waits is left for the time after them.
 */
'use strict';

const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** @typedef {Parameters<InstanceType<typeof Sequencer>['sort']>[0]} Tests */

/** In this order; all others come after them. */
const LONGEST = [
  /^contracts-(cache|records|messages|rest)-\d[.]test[.]js$/,
  /^broken-services[.]test[.]js$/,
  /^measure-services[.]test[.]js$/,
  /^(honest|broken|open-loop-pace)[.]test[.]js$/,
  /^(judge|commands|start-services|http-load)[.]test[.]js$/,
];

module.exports = class LongestFirst extends Sequencer {
  /**
   * @param {Tests} tests
   * @returns {Promise<Tests>}
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
};

/**
 * @param {Tests[number]} test
 * @returns {number}
 */
function rank(test) {
  const name = path.basename(test.path);
  const index = LONGEST.findIndex((pattern) => pattern.test(name));
  return index < 0 ? LONGEST.length : index;
}
