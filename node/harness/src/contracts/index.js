/** What contracts say, and whether a server keeps them; knows no test framework. */
'use strict';

const { describeFailure } = require('./describe-failure');
const { contractsFor, loadContracts } = require('./load-contracts');
const { normalPage } = require('./pages');
const { runCase } = require('./run-case');
const { VariantRun } = require('./variant-run');

module.exports = { loadContracts, contractsFor, runCase, describeFailure, normalPage, VariantRun };
