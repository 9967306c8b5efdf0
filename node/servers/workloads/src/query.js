// Reads query strings and forms strictly: what frameworks guess or repair is refused here.
'use strict';

const { badRequest } = require('./problem');

const NOT_ASCII = /[^\x21-\x7e]/;
/** A value that stands for itself: no %, no + and no &. */
const PLAIN = /^[!-$'-*,-~]*$/;
/** A value that ends with the query: no &. */
const LAST = /^[!-%'-~]*$/;

/**
 * @param {string} target a request target
 * @returns {string} its query, without the question mark
 */
function queryOf(target) {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/**
 * The one value of a parameter that must be there.
 * @param {string} query without its question mark
 * @param {string} name
 * @returns {string}
 * @throws {Problem} 400 when it is missing, repeated or malformed
 */
function required(query, name) {
  // Most queries are one pair, which needs no parsing.
  const begin = name.length + 1;
  if (query[begin - 1] === '=' && query.startsWith(name)) {
    const text = query.slice(begin);
    if (PLAIN.test(text)) return text;
    if (LAST.test(text)) return decoded(text);
  }
  const value = optional(query, name);
  if (value === undefined) throw badRequest(`The parameter ${name} is missing.`);
  return value;
}

/**
 * The value of a parameter that may be missing.
 * @param {string} query without its question mark
 * @param {string} name
 * @returns {string | undefined}
 * @throws {Problem} 400 when it is repeated or malformed
 */
function optional(query, name) {
  refuseOtherThanAscii(query);
  return once(parse(query), name);
}

/** @param {string} query */
function refuseOtherThanAscii(query) {
  if (NOT_ASCII.test(query)) {
    throw badRequest('The query holds characters that must be percent-encoded.');
  }
}

/**
 * @param {string} text of type application/x-www-form-urlencoded
 * @returns {Map<string, string[]>} every value of every name
 * @throws {Problem} 400 when it is malformed
 */
function parse(text) {
  /** @type {Map<string, string[]>} */
  const values = new Map();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

/**
 * @param {Map<string, string[]>} values
 * @param {string} name
 * @returns {string | undefined}
 * @throws {Problem} 400 when it is there more than once
 */
function once(values, name) {
  const all = values.get(name);
  if (all && all.length > 1) {
    throw badRequest(`The parameter ${name} must be there once, not ${all.length} times.`);
  }
  return all?.[0];
}

/** @param {string} text */
const decode = (text) => (PLAIN.test(text) ? text : decoded(text));

/** @param {string} text that has something to decode */
function decoded(text) {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    throw badRequest('A parameter is not percent-encoded UTF-8.');
  }
}

/**
 * A whole number in decimal digits, and nothing else.
 * @param {string} name for the message
 * @param {string} text
 * @param {number} least
 * @param {number} most
 * @returns {number}
 * @throws {Problem} 400 when it is anything else
 */
function wholeNumber(name, text, least, most) {
  const number = /^\d+$/.test(text) && text.length <= String(most).length ? Number(text) : NaN;
  if (!(number >= least && number <= most)) {
    throw badRequest(`${name} must be ${least} to ${most} in decimal digits.`);
  }
  return number;
}

module.exports = { queryOf, required, optional, parse, once, wholeNumber };
