/** Texts of a contract with words in braces, taken apart once, so that filling one in costs little. */
'use strict';

const { wordText } = require('../contracts/words');

const WORD = /\{\{([A-Za-z]+)\}\}/;
/** A text that is nothing but a word, in JSON; after a key stands a colon. */
const WORD_ALONE = /"\{\{([A-Za-z]+)\}\}"(?!:)/;

/**
 * @typedef {import('../contracts/words').Words} Words
 * @typedef {(words: Words) => string} Template
 */

/**
 * @param {string} text
 * @param {(word: string) => string} [written] how a word's text stands in the text, where not as it is
 * @returns {Template} fills in the words that are known; the braces of others stay
 */
function template(text, written = (word) => word) {
  return filledIn(text.split(WORD), (literal) => () => literal, {
    unknown: (name) => `{{${name}}}`,
    known: (word) => written(wordText(word)),
  });
}

/**
 * @param {unknown} value JSON
 * @returns {Template} its text as JSON: a text that is nothing but a word is its value, elsewhere words are parts of texts
 */
function jsonTemplate(value) {
  const escaped = (/** @type {string} */ word) => JSON.stringify(word).slice(1, -1);
  return filledIn(JSON.stringify(value).split(WORD_ALONE), (text) => template(text, escaped), {
    unknown: (name) => `"{{${name}}}"`,
    known: (word) => JSON.stringify(word),
  });
}

/**
 * @param {string[]} parts literals and names in turn
 * @param {(literal: string) => Template} prepared what stands for a literal
 * @param {{ unknown: (name: string) => string, known: (word: any) => string }} written how a word stands
 * @returns {Template}
 */
function filledIn(parts, prepared, { unknown, known }) {
  const literals = parts.filter((_, at) => at % 2 === 0).map(prepared);
  const names = parts.filter((_, at) => at % 2 === 1);
  return (words) => {
    let filled = literals[0](words);
    for (let at = 0; at < names.length; at++) {
      const word = words.get(names[at]);
      filled += (word === undefined ? unknown(names[at]) : known(word)) + literals[at + 1](words);
    }
    return filled;
  };
}

/** @param {unknown} value JSON */
function hasWords(value) {
  return WORD.test(JSON.stringify(value) ?? '');
}

module.exports = { template, jsonTemplate, hasWords };
