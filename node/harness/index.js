/** What the library `loadline` offers to programs. */
'use strict';

const stacks = require('./src/stacks');

module.exports = { ...stacks };
