/** What the library `loadline` offers to programs; `loadline/src/jest` has what is for Jest. */
'use strict';

const contracts = require('./src/contracts');
const { InvalidInput } = require('./src/input/invalid-input');
const services = require('./src/services');
const stacks = require('./src/stacks');
const { loadThresholds } = require('./src/thresholds/load-thresholds');

module.exports = { ...contracts, ...services, ...stacks, loadThresholds, InvalidInput };
