/** Begins with the longest tests, so that on two cores the others are done beside them. */
'use strict';

const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** @typedef {Parameters<InstanceType<typeof Sequencer>['sort']>[0]} Tests */

const LONGEST = /^contracts-\d[.]test[.]js$/;

module.exports = class ContractsFirst extends Sequencer {
  /**
   * @param {Tests} tests
   * @returns {Promise<Tests>}
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isLongest = (/** @type {Tests[number]} */ test) => LONGEST.test(path.basename(test.path));
    return [...sorted.filter(isLongest), ...sorted.filter((test) => !isLongest(test))];
  }
};
