/** What the library `loadline` offers to programs; `loadline/src/jest` has what is for Jest. */
'use strict';

const contracts = require('./src/contracts');
const { InvalidInput } = require('./src/input/invalid-input');
const stacks = require('./src/stacks');

module.exports = { ...contracts, ...stacks, InvalidInput };
