/** Reads parameters of queries and forms strictly: what cannot be read for certain is refused. */
'use strict';

const { Problem } = require('./problem');

/**
 * @param {string} text a query without its question mark, or a form
 * @returns {Map<string, string[]>} the values of each name, in order
 */
function parseParameters(text) {
  /** @type {Map<string, string[]>} */
  const parameters = new Map();
  for (const pair of text.split('&').filter((part) => part !== '')) {
    const [, name, value] = /** @type {RegExpExecArray} */ (/^([^=]*)=?(.*)$/s.exec(pair));
    const values = parameters.get(decode(name)) ?? [];
    parameters.set(decode(name), [...values, decode(value)]);
  }
  return parameters;
}

/**
 * @param {string} text
 * @returns {string}
 */
function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Problem(400, 'Parameters must be percent-encoded UTF-8.');
  }
}

/**
 * @param {Map<string, string[]>} parameters
 * @param {string} name
 * @returns {string | undefined}
 */
function atMostOne(parameters, name) {
  const values = parameters.get(name) ?? [];
  if (values.length > 1) throw new Problem(400, `${name} may be given once.`);
  return values[0];
}

/**
 * @param {Map<string, string[]>} parameters
 * @param {string} name
 * @returns {string}
 */
function exactlyOne(parameters, name) {
  const value = atMostOne(parameters, name);
  if (value === undefined) throw new Problem(400, `${name} is missing.`);
  return value;
}

/**
 * @param {Map<string, string[]>} parameters
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
function wholeNumber(parameters, name, least, most) {
  const text = exactlyOne(parameters, name);
  const isNumber = /^[0-9]+$/.test(text) && text.length <= String(most).length;
  if (!isNumber || Number(text) < least || Number(text) > most) {
    throw new Problem(400, `${name} must be a whole number from ${least} to ${most}.`);
  }
  return Number(text);
}

module.exports = { parseParameters, atMostOne, exactlyOne, wholeNumber };
