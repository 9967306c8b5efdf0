/** Texts of a contract with words in braces, taken apart once, so that filling one in costs little. */
'use strict';

const WORD = /\{\{([A-Za-z]+)\}\}/;

/**
 * @typedef {import('../contracts/words').Words} Words
 * @typedef {(words: Words) => string} Template
 */

/**
 * @param {string} text
 * @param {(word: string) => string} [written] how a word stands in the text, where not as it is
 * @returns {Template} fills in the words that are known; the braces of others stay
 */
function template(text, written = (word) => word) {
  // Literals and names in turn.
  const parts = text.split(WORD);
  return (words) => {
    let filled = parts[0];
    for (let at = 1; at < parts.length; at += 2) {
      const word = words.get(parts[at]);
      filled += (word === undefined ? `{{${parts[at]}}}` : written(word)) + parts[at + 1];
    }
    return filled;
  };
}

/**
 * @param {unknown} value JSON
 * @returns {Template} its text as JSON, with words filled in as parts of strings
 */
function jsonTemplate(value) {
  return template(JSON.stringify(value), (word) => JSON.stringify(word).slice(1, -1));
}

/** @param {unknown} value JSON */
function hasWords(value) {
  return WORD.test(JSON.stringify(value) ?? '');
}

module.exports = { template, jsonTemplate, hasWords };
