/** Shares the Node stacks out between the test files of contracts, which run side by side: much of a case is waiting. */
'use strict';

const path = require('node:path');
const { loadStacks } = require('loadline');
const { describeContracts } = require('loadline/src/jest');

const SHARES = 3;
const rootFolder = path.resolve(__dirname, '../..');

/**
 * Makes the tests of every third stack, with its variants.
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
