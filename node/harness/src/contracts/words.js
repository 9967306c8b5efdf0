/** Replaces the words in braces of a contract: `{{unique}}`, and what captures have found. */
'use strict';

const { randomBytes } = require('node:crypto');

/** @typedef {Map<string, any>} Words by name: texts, and the JSON that a capture by pointer has found */

/** A word in braces; its first group is the name. */
const WORD = /\{\{([A-Za-z]+)\}\}/g;
const TOKEN_CHARACTERS = 8;
const STEPS_WITHIN = new Set(['steps', 'meanwhile']);
/** In these a text that is nothing but a word stands for the word's value, whatever its type. */
const JSON_KEYS = new Set(['json', 'jsonIncludes']);
const WORD_ALONE = new RegExp(`^${WORD.source}$`);

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
    if (key !== 'wire') return [key, replaced(value, words, false)];
    return [key, value.map((/** @type {any} */ word) => replaceWordsInStep(word, words))];
  });
  return Object.fromEntries(parts);
}

/**
 * @template T
 * @param {T} value JSON
 * @param {Words} words
 * @param {{ keepTypes?: boolean }} [options] whether a text that is nothing but a word is its value everywhere
 * @returns {T} a copy with the known words replaced in every text
 */
function replaceWords(value, words, { keepTypes = false } = {}) {
  return /** @type {T} */ (replaced(value, words, keepTypes));
}

/**
 * @param {unknown} value
 * @param {Words} words
 * @param {boolean} keepTypes as in JSON
 * @returns {unknown}
 */
function replaced(value, words, keepTypes) {
  if (typeof value === 'string') return replacedText(value, words, keepTypes);
  if (Array.isArray(value)) return value.map((item) => replaced(item, words, keepTypes));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      replaced(item, words, keepTypes || JSON_KEYS.has(key)),
    ]),
  );
}

/**
 * @param {string} text
 * @param {Words} words
 * @param {boolean} keepTypes
 * @returns {unknown} a text, unless it is nothing but a word that keeps its type
 */
function replacedText(text, words, keepTypes) {
  const alone = keepTypes && WORD_ALONE.exec(text)?.[1];
  if (alone && words.has(alone)) return words.get(alone);
  return text.replace(WORD, (braces, name) =>
    words.has(name) ? wordText(words.get(name)) : braces,
  );
}

/**
 * @param {unknown} word
 * @returns {string} as it stands within a text: a text as it is, anything else as JSON
 */
function wordText(word) {
  return typeof word === 'string' ? word : JSON.stringify(word);
}

module.exports = { WORD, freshWords, wordText, replaceWords, replaceWordsInStep };
