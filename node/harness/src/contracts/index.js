/** What contracts say, and whether a server keeps them; knows no test framework. */
'use strict';

const { longestWithAttempts } = require('./ask-again');
const { describeFailure } = require('./describe-failure');
const { contractsFor, loadContracts } = require('./load-contracts');
const { normalPage } = require('./pages');
const { longestMillis, runCase } = require('./run-case');
const { missingService, runnable } = require('./runnable');
const { VariantRun } = require('./variant-run');

module.exports = {
  loadContracts,
  contractsFor,
  runnable,
  missingService,
  runCase,
  longestMillis,
  longestWithAttempts,
  describeFailure,
  normalPage,
  VariantRun,
};
