/** What the library offers to tests that run in Jest. */
'use strict';

const { describeContracts } = require('./describe-contracts');
const { describePerformance } = require('./describe-performance');
const matchers = require('./matchers');
const { ServerUnderTest } = require('./server-under-test');

module.exports = { describeContracts, describePerformance, matchers, ServerUnderTest };
