/** Finds in an answer what a contract captures: in a header, in the body's text, or by JSON Pointer. */
'use strict';

const { wordText } = require('./words');

/**
 * @typedef {object} Answer
 * @property {(name: string) => string | undefined} header
 * @property {() => string} text of the body
 * @property {() => unknown} json of the body; undefined when it is none
 */

/**
 * What was found: a value, or what is wrong.
 *
 * @typedef {{ value: any } | { what: string, expected: string, actual: string }} Found
 */

const BY_POINTER = 'body:';

/**
 * @param {string} name of the word
 * @param {{ from: string, pattern?: string }} where as in a contract
 * @param {Answer} answer
 * @returns {Found}
 */
function captured(name, { from, pattern }, answer) {
  const isPointer = from.startsWith(BY_POINTER);
  const json = isPointer ? answer.json() : undefined;
  if (isPointer && json === undefined) {
    const actual = JSON.stringify(answer.text());
    return { what: 'body', expected: `a JSON body, to capture ${name}`, actual };
  }
  const value = isPointer
    ? valueAt(json, from.slice(BY_POINTER.length))
    : from === 'body'
      ? answer.text()
      : answer.header(from.split(':')[1]);
  const group = pattern === undefined ? value : firstGroup(pattern, value);
  if (group !== undefined) return { value: group };
  return {
    what: isPointer ? from.replace(':', ' ').trim() : from,
    expected: `${pattern === undefined ? 'a value' : `matching /${pattern}/`}, to capture ${name}`,
    actual: JSON.stringify(value) ?? 'absent',
  };
}

/**
 * @param {string} pattern
 * @param {unknown} value undefined where there is none
 * @returns {string | undefined}
 */
function firstGroup(pattern, value) {
  return new RegExp(pattern, 'u').exec(value === undefined ? '' : wordText(value))?.[1];
}

/**
 * @param {any} document JSON
 * @param {string} pointer RFC 6901
 * @returns {any} undefined where nothing stands
 */
function valueAt(document, pointer) {
  const keys = pointer.split('/').slice(1);
  return keys.reduce((value, key) => {
    const name = key.replace(/~1/g, '/').replace(/~0/g, '~');
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isThere ? value[name] : undefined;
  }, document);
}

module.exports = { captured };
