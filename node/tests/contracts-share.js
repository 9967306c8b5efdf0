/** Shares the Node stacks and their variants out between the test files of contracts, which run side by side: much of a case is waiting. */
'use strict';

const path = require('node:path');
const { loadStacks, variantsOf } = require('loadline');
const { describeContracts } = require('loadline/src/jest');

const SHARES = 5;
const rootFolder = path.resolve(__dirname, '../..');

/**
 * Makes the tests of every fifth stack or variant.
 * @param {number} share from 0
 */
function describeShare(share) {
  const variants = loadStacks(rootFolder, { language: 'node' }).flatMap(variantsOf);
  const ids = variants.map(({ id }) => id);
  describeContracts({
    rootFolder,
    language: 'node',
    select: ({ id }) => ids.indexOf(id) % SHARES === share,
  });
}

module.exports = { describeShare };
