/** What the library offers to tests that run in Jest. */
'use strict';

const { describeContracts } = require('./describe-contracts');

module.exports = { describeContracts };
