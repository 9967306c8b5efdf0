/** What a report says of a backing service: never its URL, which may hold a password. */
'use strict';

const { areRequired } = require('../services');

/**
 * @param {import('../services/services').Service} service
 * @returns {import('./report').ServiceReport}
 */
function serviceReport({ name, source, description, notRun }) {
  return { name, source, description, notRun, required: areRequired() };
}

module.exports = { serviceReport };
