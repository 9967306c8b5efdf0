/** Gives the words that a lap begins with: a token of its own, and the next of words that take turns. */
'use strict';

const { hasWords } = require('./template');
const { uniqueToken } = require('./unique-token');

/** @typedef {import('./template').Words} Words */

/** @type {Words} */
const NONE = new Map();

/**
 * @param {object[]} exchanges of the load
 * @param {Record<string, string[]>} [turns] values of words that go round, a lap each
 * @returns {() => Words}
 */
function lapWords(exchanges, turns = {}) {
  if (!hasWords(exchanges)) return () => NONE;
  const rounds = Object.entries(turns);
  let lap = 0;
  return () => {
    const words = new Map([['unique', uniqueToken()]]);
    for (const [name, values] of rounds) words.set(name, values[lap % values.length]);
    lap++;
    return words;
  };
}

module.exports = { lapWords };
