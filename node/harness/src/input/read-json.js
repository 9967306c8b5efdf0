/** Reads a JSON file, telling apart a missing file and one that is not JSON. */
'use strict';

const fs = require('node:fs');

/** @typedef {import('./invalid-input').Problem} Problem */

/**
 * @param {string | number} path the file, or the descriptor of one that is open
 * @param {string} name what to call it in a problem
 * @returns {{ value?: any, problems: Problem[] }} the parsed value, or why there is none
 */
function readJson(path, name) {
  let text;
  try {
    text = fs.readFileSync(path, 'utf8');
  } catch (error) {
    return { problems: [problem(name, 'a readable file', reasonOf(error))] };
  }
  try {
    return { value: JSON.parse(text), problems: [] };
  } catch (error) {
    return { problems: [problem(name, 'JSON', reasonOf(error))] };
  }
}

/**
 * @param {string} file
 * @param {string} expected
 * @param {string} actual
 * @returns {Problem}
 */
function problem(file, expected, actual) {
  return { file, pointer: '', expected, actual };
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function reasonOf(error) {
  return /** @type {Error} */ (error).message;
}

module.exports = { readJson };
