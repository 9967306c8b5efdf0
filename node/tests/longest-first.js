/** Begins with the longest tests, so that the others are done beside them and none is waited for in the end. */
'use strict';

const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** @typedef {Parameters<InstanceType<typeof Sequencer>['sort']>[0]} Tests */

/** The longest first. */
const LONGEST = [
  /^contracts-\d[.]test[.]js$/,
  /^(measure-services|honest|broken|broken-services)[.]test[.]js$/,
  /^(judge|open-loop-pace|commands|start-services|http-load)[.]test[.]js$/,
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
