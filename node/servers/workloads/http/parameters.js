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
  if (!text) return {};
  const parameters = querystring.parse(text);
  refuseRepaired(text, parameters);
  return /** @type {Record<string, string>} */ (parameters);
}

/**
 * For a framework whose own parser has read them.
 * @param {string} text of a query or a form
 * @param {object} parameters
 * @throws {Refusal} as above
 */
function refuseRepaired(text, parameters) {
  try {
    if (text.includes('%')) decodeURIComponent(text);
  } catch {
    throw new Refusal('invalid', 'A parameter is not percent-encoded UTF-8.');
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) {
      throw new Refusal('invalid', `The parameter ${name} must be there once.`);
    }
  }
}

/**
 * @param {Buffer} bytes of a body
 * @throws {Refusal}
 */
function refuseOtherThanUtf8(bytes) {
  if (!isUtf8(bytes)) throw new Refusal('invalid', 'The body is not UTF-8.');
}

module.exports = { parametersOf, refuseOtherThanUtf8, refuseRepaired };
