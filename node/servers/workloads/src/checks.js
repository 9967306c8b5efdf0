// What texts, numbers and ids must be like: each check gives back the value, or refuses it.
'use strict';

const { Refusal } = require('./refusal');

const KEY = /^[A-Za-z0-9_.:-]{1,128}$/;
const HALF_OF_A_PAIR = /\p{Surrogate}/u;
const ID_MAX = 999_999_999_999_999;

/**
 * @param {string} name for the message
 * @param {unknown} text
 * @returns {string}
 * @throws {Refusal}
 */
function given(name, text) {
  if (typeof text !== 'string') throw invalid(`${name} must be there, and be a text.`);
  return text;
}

/**
 * @param {string} name for the message
 * @param {unknown} text
 * @param {number} most code points that it may have
 * @returns {string} as it was typed
 * @throws {Refusal} it is no text, blank, too long, or has half of a surrogate pair
 */
function textOf(name, text, most) {
  const typed = given(name, text);
  if (typed.trim() === '') throw invalid(`${name} must not be blank.`);
  if (HALF_OF_A_PAIR.test(typed)) throw invalid(`${name} has half of a surrogate pair.`);
  if (typed.length > most && [...typed].length > most) {
    throw invalid(`${name} may have at most ${most} characters.`);
  }
  return typed;
}

/**
 * @param {string} name for the message
 * @param {unknown} text decimal digits, and nothing else
 * @param {number} least
 * @param {number} most
 * @returns {number}
 * @throws {Refusal}
 */
function wholeNumberOf(name, text, least, most) {
  const digits = given(name, text);
  const number = /^\d+$/.test(digits) && digits.length <= String(most).length ? +digits : NaN;
  if (!(number >= least && number <= most)) {
    throw invalid(`${name} must be ${least} to ${most} in decimal digits.`);
  }
  return number;
}

/**
 * @param {unknown} text
 * @returns {number} the id of a todo or a record
 * @throws {Refusal}
 */
const idOf = (text) => wholeNumberOf('id', text, 0, ID_MAX);

/**
 * @param {string} name for the message
 * @param {unknown} text
 * @returns {string} the key of a value, or the id of a stream
 * @throws {Refusal}
 */
function keyOf(name, text) {
  const key = given(name, text);
  if (!KEY.test(key)) throw invalid(`${name} must be 1 to 128 letters, digits or any of _ . : -`);
  return key;
}

/** @param {string} message */
const invalid = (message) => new Refusal('invalid', message);

module.exports = { given, textOf, wholeNumberOf, idOf, keyOf, invalid };
