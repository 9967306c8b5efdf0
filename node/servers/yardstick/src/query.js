// Reads query strings and forms strictly.
'use strict';

const { badRequest } = require('./problem');

const ENCODED = /[%+]/;
const NOT_ASCII = /[^\x21-\x7e]/;

/**
 * @param {string} text of type application/x-www-form-urlencoded
 * @param {string} name
 * @returns {string | undefined} the one value of that name
 */
function valueOf(text, name) {
  /** @type {string | undefined} */
  let found;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    if (key !== name) continue;
    if (found !== undefined) throw badRequest(`The parameter ${name} must be there once.`);
    found = value;
  }
  return found;
}

/**
 * @param {string} query
 * @param {string} name
 * @returns {string | undefined}
 */
function optional(query, name) {
  if (NOT_ASCII.test(query)) throw badRequest('The query must be percent-encoded.');
  return valueOf(query, name);
}

/**
 * @param {string} query
 * @param {string} name
 * @returns {string}
 */
function required(query, name) {
  const value = optional(query, name);
  if (value === undefined) throw badRequest(`The parameter ${name} is missing.`);
  return value;
}

/** @param {string} text */
function decode(text) {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw badRequest('A parameter is not percent-encoded UTF-8.');
  }
}

/**
 * @param {string} query
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
function wholeNumber(query, name, least, most) {
  const text = required(query, name);
  const number = /^\d+$/.test(text) && text.length <= String(most).length ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw badRequest(`${name} must be ${least} to ${most} in decimal digits.`);
}

module.exports = { valueOf, optional, required, wholeNumber };
