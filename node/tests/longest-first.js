/**
 * Begins with the longest tests, so that none is waited for in the end. Those that mostly wait for a service that is silent
 * are begun half at a time, beside what computes: else the machine is idle in the beginning and too busy later.
 */
'use strict';

const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** @typedef {Parameters<InstanceType<typeof Sequencer>['sort']>[0]} Tests */

/** In this order; all others come after them. */
const LONGEST = [
  /^contracts-cache-\d[.]test[.]js$/,
  /^contracts-(rest|records)-\d[.]test[.]js$/,
  /^(broken-services|measure-services|broken|honest)[.]test[.]js$/,
  /^contracts-messages-\d[.]test[.]js$/,
  /^(page-in-browser|action|open-loop-pace|build-revision|compare)[.]test[.]js$/,
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
