// Reads queries and forms strictly: what parsers repair, guess or join is refused here.
'use strict';

const { isUtf8 } = require('node:buffer');
const querystring = require('node:querystring');
const { Refusal } = require('../src/refusal');

/**
 * @param {string | null | undefined} text of a query or a form, without a question mark
 * @returns {Record<string, string>}
 * @throws {Refusal} an escape is malformed or no UTF-8, or a parameter is there twice
 */
function parametersOf(text) {
  try {
    decodeURIComponent(text ?? '');
  } catch {
    throw new Refusal('invalid', 'A parameter is not percent-encoded UTF-8.');
  }
  const parameters = querystring.parse(text ?? '');
  for (const name in parameters) {
    if (Array.isArray(parameters[name])) {
      throw new Refusal('invalid', `The parameter ${name} must be there once.`);
    }
  }
  return /** @type {Record<string, string>} */ (parameters);
}

/**
 * @param {Buffer} bytes of a body
 * @throws {Refusal}
 */
function refuseOtherThanUtf8(bytes) {
  if (!isUtf8(bytes)) throw new Refusal('invalid', 'The body is not UTF-8.');
}

module.exports = { parametersOf, refuseOtherThanUtf8 };
