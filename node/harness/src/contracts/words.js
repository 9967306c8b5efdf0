/** Replaces the words in braces of a contract: `{{unique}}`, and what captures have found. */
'use strict';

const { randomBytes } = require('node:crypto');

/** @typedef {Map<string, string>} Words by name */

/** A word in braces; its first group is the name. */
const WORD = /\{\{([A-Za-z]+)\}\}/g;
const TOKEN_CHARACTERS = 8;
const STEPS_WITHIN = new Set(['steps', 'meanwhile']);

/**
 * @param {Words} [known] what earlier captures have found
 * @returns {Words} the words that a run begins with: what is known, and a token of its own
 */
function freshWords(known = new Map()) {
  return new Map([...known, ['unique', token()]]);
}

/** @returns {string} eight letters and digits */
function token() {
  const number = BigInt(`0x${randomBytes(8).toString('hex')}`);
  return number.toString(36).padStart(TOKEN_CHARACTERS, '0').slice(-TOKEN_CHARACTERS);
}

/**
 * @param {import('./load-contracts').Step} step
 * @param {Words} words
 * @returns {import('./load-contracts').Step} a copy with the known words replaced in every text, but for the steps within it
 */
function replaceWordsInStep(step, words) {
  const parts = Object.entries(step).map(([key, value]) => {
    // What stands there has its turn when it runs, with the words that are known then.
    if (STEPS_WITHIN.has(key)) return [key, value];
    if (key !== 'wire') return [key, replaced(value, words)];
    return [key, value.map((/** @type {any} */ word) => replaceWordsInStep(word, words))];
  });
  return Object.fromEntries(parts);
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

module.exports = { WORD, freshWords, replaceWords, replaceWordsInStep };
