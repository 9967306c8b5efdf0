/** Replaces the words in braces of a contract: `{{unique}}`, and what captures have found. */
'use strict';

const { randomBytes } = require('node:crypto');

/** @typedef {Map<string, string>} Words by name */

const WORD = /\{\{([A-Za-z]+)\}\}/g;
const TOKEN_CHARACTERS = 8;

/** @returns {Words} the words that a run of a case begins with */
function freshWords() {
  return new Map([['unique', token()]]);
}

/** @returns {string} eight letters and digits */
function token() {
  const number = BigInt(`0x${randomBytes(8).toString('hex')}`);
  return number.toString(36).padStart(TOKEN_CHARACTERS, '0').slice(-TOKEN_CHARACTERS);
}

/**
 * @template T
 * @param {T} value JSON
 * @param {Words} words
 * @returns {T} a copy with the known words replaced in every text
 */
function replaceWords(value, words) {
  return /** @type {T} */ (replaced(value, words));
}

/**
 * @param {unknown} value
 * @param {Words} words
 * @returns {unknown}
 */
function replaced(value, words) {
  if (typeof value === 'string') {
    return value.replace(WORD, (braces, name) => words.get(name) ?? braces);
  }
  if (Array.isArray(value)) return value.map((item) => replaced(item, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaced(item, words)]),
  );
}

module.exports = { freshWords, replaceWords };
