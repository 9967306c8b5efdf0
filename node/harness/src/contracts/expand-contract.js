/** Makes plain cases of a contract as it is written: named parts in their places, and one case a row. */
'use strict';

const { pointerTo } = require('../input/invalid-input');
const { NamedParts } = require('./named-parts');
const { WORD, replaceWords } = require('./words');

/** @typedef {import('./named-parts').Report} Report */
/** @typedef {{ id: string, description: string, because?: string, with: Record<string, any> }} Row */

const RESERVED = 'unique';
/** Of a row's values. */
const KEEP_TYPES = { keepTypes: true };

/**
 * @param {any} written a contract that its schema allows
 * @param {Report} report is told of names and words that are unknown, unused or reserved
 * @returns {any} the contract without names and rows; each case has its `place`. A case with a problem is left out.
 */
function expandContract(written, report) {
  const { requests, responses, exchanges, cases, load, ...rest } = written;
  const parts = new NamedParts({ requests, responses, exchanges }, report);
  const plainCases = cases.flatMap((/** @type {any} */ each, /** @type {number} */ index) =>
    expandCase(each, pointerTo('cases', index), parts, report),
  );
  const plainLoad = load && parts.inPlace(load, pointerTo('load'));
  parts.reportUnused();
  return { ...rest, cases: plainCases, ...(load && { load: plainLoad }) };
}

/**
 * @param {any} written
 * @param {string} pointer
 * @param {NamedParts} parts
 * @param {Report} report
 * @returns {any[]} none when something is wrong
 */
function expandCase(written, pointer, parts, report) {
  let isRight = true;
  const tell = (/** @type {Parameters<Report>} */ ...problem) => {
    isRight = false;
    report(...problem);
  };
  const { rows, ...pattern } = written;
  const cases = rows
    ? expandRows(rows, pattern, pointer, parts, tell)
    : [{ ...parts.inPlace(pattern, pointer, tell), place: pointer }];
  return isRight ? cases : [];
}

/**
 * @param {Row[]} rows
 * @param {any} pattern the case without its rows
 * @param {string} pointer to the case
 * @param {NamedParts} parts
 * @param {Report} report
 * @returns {any[]} a case a row
 */
function expandRows(rows, pattern, pointer, parts, report) {
  const used = wordsIn(pattern);
  const captured = new Set([RESERVED]);
  const cases = rows.map(({ with: values, ...own }) => {
    const row = ` (row ${own.id})`;
    const words = new Map(Object.entries(values));
    const named = replaceWords(pattern, words, KEEP_TYPES);
    // A row may choose parts by their names, and these may have words of the row.
    const whole = parts.inPlace(named, pointer, (at, ...problem) => report(at + row, ...problem));
    wordsIn(whole).forEach((word) => used.add(word));
    capturesIn(whole).forEach((word) => captured.add(word));
    return { ...own, ...replaceWords(whole, words, KEEP_TYPES), place: pointer + row };
  });
  checkWords(rows, used, captured, pointer, report);
  return cases;
}

/**
 * @param {Row[]} rows
 * @param {Set<string>} used words that the case has
 * @param {Set<string>} captured words that have their value from elsewhere
 * @param {string} pointer to the case
 * @param {Report} report
 */
function checkWords(rows, used, captured, pointer, report) {
  const words = Object.keys(rows[0].with);
  for (const word of words) {
    const at = pointer + pointerTo('rows', 0, 'with', word);
    if (!used.has(word)) report(at, 'a word that the case uses', word);
    if (captured.has(word)) {
      report(at, `a word other than "${RESERVED}" and the captures of the case`, word);
    }
  }
  rows.forEach(({ with: values }, index) => {
    const isSame = Object.keys(values).sort().join() === [...words].sort().join();
    const at = pointer + pointerTo('rows', index, 'with');
    if (!isSame) report(at, `the words of the first row: ${words.join(', ')}`, Object.keys(values));
  });
}

/**
 * @param {any} value
 * @returns {Set<string>} the names of all words in its texts
 */
function wordsIn(value) {
  return new Set([...JSON.stringify(value).matchAll(WORD)].map(([, name]) => name));
}

/**
 * @param {any} value
 * @returns {Set<string>} the names of all captures at any depth
 */
function capturesIn(value) {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'capture' ? Object.keys(inner) : [...capturesIn(inner)],
    ),
  );
}

module.exports = { expandContract };
