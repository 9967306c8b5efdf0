/** Backing services: found or started in one order, the same on both sides, and put behind relays. */
'use strict';

const { openRelay } = require('./relay');
const { relayed } = require('./relayed');
const { Services, areRequired } = require('./services');
const { startServices } = require('./start-services');
const { startServicesNow } = require('./start-services-now');

module.exports = {
  startServices,
  startServicesNow,
  openRelay,
  relayed,
  areRequired,
  Services,
};
