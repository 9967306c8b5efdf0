/** Backing services: found or started in one order, the same on both sides, and put behind relays. */
'use strict';

const { openRelay } = require('./relay');
const { relayed } = require('./relayed');

module.exports = { openRelay, relayed };
