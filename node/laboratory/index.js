/** The laboratory, as `loadline lab` finds it. */
'use strict';

const { labCommand } = require('./src/command');

module.exports = { labCommand };
