/** Reads the form that a request brings. */
'use strict';

const { decodeUtf8, receiveBody, requireMediaType } = require('./body');
const { parseParameters } = require('./parameters');

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Map<string, string[]>>}
 */
async function receiveForm(request) {
  requireMediaType(request, 'application/x-www-form-urlencoded');
  return parseParameters(decodeUtf8(await receiveBody(request)));
}

module.exports = { receiveForm };
