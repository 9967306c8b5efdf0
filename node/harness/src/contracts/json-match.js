/** Holds JSON against expected JSON and its matchers, and tells every place that differs. */
'use strict';

const { pointerTo } = require('../input/invalid-input');

/**
 * @typedef {object} Difference
 * @property {string} pointer JSON Pointer to the place in the body
 * @property {string} expected
 * @property {string} actual
 */

/** @typedef {{ $type?: string, $pattern?: string, $minimum?: number }} Matcher */

const NAMES = new Map([
  ['integer', 'an integer'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['null', 'null'],
]);

/**
 * @param {unknown} actual undefined where nothing stands
 * @param {any} expected
 * @param {boolean} includes whether objects may have more keys
 * @param {string} [pointer] to it
 * @returns {Difference[]} none when it holds
 */
function jsonDifferences(actual, expected, includes, pointer = '') {
  if (isMatcher(expected)) {
    return matches(actual, expected) ? [] : [difference(pointer, matcherText(expected), actual)];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return arrayDifferences(actual, expected, includes, pointer);
  }
  if (typeOf(expected) === 'object' && typeOf(actual) === 'object') {
    return objectDifferences(/** @type {any} */ (actual), expected, includes, pointer);
  }
  return actual === expected ? [] : [difference(pointer, JSON.stringify(expected), actual)];
}

/**
 * @param {unknown[]} actual
 * @param {any[]} expected
 * @param {boolean} includes
 * @param {string} pointer
 * @returns {Difference[]}
 */
function arrayDifferences(actual, expected, includes, pointer) {
  const { length } = expected;
  if (actual.length !== length) {
    const wanted = `an array of ${length} element${length === 1 ? '' : 's'}`;
    return [difference(pointer, wanted, actual)];
  }
  return expected.flatMap((each, index) =>
    jsonDifferences(actual[index], each, includes, pointer + pointerTo(index)),
  );
}

/**
 * @param {Record<string, unknown>} actual
 * @param {Record<string, any>} expected
 * @param {boolean} includes
 * @param {string} pointer
 * @returns {Difference[]}
 */
function objectDifferences(actual, expected, includes, pointer) {
  const found = Object.keys(expected).flatMap((key) => {
    const value = Object.hasOwn(actual, key) ? actual[key] : undefined;
    return jsonDifferences(value, expected[key], includes, pointer + pointerTo(key));
  });
  const more = includes
    ? []
    : Object.keys(actual)
        .filter((key) => !Object.hasOwn(expected, key))
        .map((key) => difference(pointer + pointerTo(key), 'absent', actual[key]));
  return [...found, ...more];
}

/**
 * @param {any} expected
 * @returns {boolean} whether all of its keys begin with `$`
 */
function isMatcher(expected) {
  if (typeOf(expected) !== 'object') return false;
  const keys = Object.keys(expected);
  return keys.length > 0 && keys.every((key) => key.startsWith('$'));
}

/**
 * @param {unknown} actual
 * @param {Matcher} matcher
 * @returns {boolean}
 */
function matches(actual, { $type, $pattern, $minimum }) {
  return (
    ($type === undefined || isOfType(actual, $type)) &&
    ($pattern === undefined ||
      (typeof actual === 'string' && new RegExp($pattern, 'u').test(actual))) &&
    ($minimum === undefined || (typeof actual === 'number' && actual >= $minimum))
  );
}

/**
 * @param {unknown} value
 * @param {string} type as JSON Schema names it
 * @returns {boolean}
 */
function isOfType(value, type) {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

/**
 * @param {Matcher} matcher
 * @returns {string} such as `an integer of at least 1`
 */
function matcherText({ $type, $pattern, $minimum }) {
  const type = $type ?? ($minimum === undefined ? 'string' : 'number');
  return [
    NAMES.get(type) ?? `a ${type}`,
    ...($minimum === undefined ? [] : [`of at least ${$minimum}`]),
    ...($pattern === undefined ? [] : [`matching /${$pattern}/`]),
  ].join(' ');
}

/**
 * @param {string} pointer
 * @param {string} expected
 * @param {unknown} actual
 * @returns {Difference}
 */
function difference(pointer, expected, actual) {
  return { pointer, expected, actual: JSON.stringify(actual) ?? 'absent' };
}

/**
 * @param {unknown} value
 * @returns {string} the JSON type
 */
function typeOf(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

module.exports = { jsonDifferences };
