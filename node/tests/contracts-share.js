/** Shares the contracts of the Node stacks and their variants out between test files, which run side by side: much of a case is waiting. */
'use strict';

const path = require('node:path');
const { loadStacks, variantsOf } = require('loadline');
const { describeContracts } = require('loadline/src/jest');

/** Few enough to read, and enough that no file is still waiting when all others are done. */
const SHARES = 3;
/** Waiting for a service that is silent or down takes most of the time, so each has files of its own. */
const WITH_OWN_FILES = ['cache', 'records', 'messages'];
const REST = 'rest';
const rootFolder = path.resolve(__dirname, '../..');

/**
 * Makes the tests of one contract, or of all that have no files of their own, for every third stack or variant.
 * @param {'cache' | 'records' | 'messages' | 'rest'} contracts
 * @param {number} share from 1
 */
function describeShare(contracts, share) {
  const variants = loadStacks(rootFolder, { language: 'node' })
    .flatMap(variantsOf)
    .filter(({ workloads }) => contracts === REST || workloads.includes(contracts));
  const ids = variants.map(({ id }) => id);
  describeContracts({
    rootFolder,
    language: 'node',
    select: ({ id }) => ids.includes(id) && ids.indexOf(id) % SHARES === share - 1,
    choose: (workload) =>
      contracts === REST ? !WITH_OWN_FILES.includes(workload) : workload === contracts,
  });
}

module.exports = { describeShare };
