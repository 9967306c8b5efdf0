/** Shares the Node stacks out between the test files of contracts, so that two cores have each its own. */
'use strict';

const path = require('node:path');
const { loadStacks } = require('loadline');
const { describeContracts } = require('loadline/src/jest');

const SHARES = 2;
const rootFolder = path.resolve(__dirname, '../..');

/**
 * Makes the tests of every second stack, with its variants.
 * @param {number} share from 0
 */
function describeShare(share) {
  const ids = loadStacks(rootFolder, { language: 'node' }).map(({ id }) => id);
  describeContracts({
    rootFolder,
    language: 'node',
    select: ({ stack }) => ids.indexOf(stack.id) % SHARES === share,
  });
}

module.exports = { describeShare };
