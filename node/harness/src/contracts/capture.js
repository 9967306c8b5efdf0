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
 * @returns {(answer: Answer) => Found}
 */
function captureOf(name, { from, pattern }) {
  const regex = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const wanted = `${regex ? `matching /${pattern}/` : 'a value'}, to capture ${name}`;
  const isPointer = from.startsWith(BY_POINTER);
  return (answer) => {
    if (isPointer && answer.json() === undefined) {
      const actual = JSON.stringify(answer.text());
      return { what: 'body', expected: `a JSON body, to capture ${name}`, actual };
    }
    const value = valueFrom(from, answer);
    const found = regex ? regex.exec(value === undefined ? '' : wordText(value))?.[1] : value;
    if (found !== undefined) return { value: found };
    const what = isPointer ? from.replace(':', ' ').trim() : from;
    return { what, expected: wanted, actual: JSON.stringify(value) ?? 'absent' };
  };
}

/**
 * @param {string} from
 * @param {Answer} answer
 * @returns {unknown} undefined where nothing stands
 */
function valueFrom(from, answer) {
  if (from === 'body') return answer.text();
  if (from.startsWith(BY_POINTER)) return valueAt(answer.json(), from.slice(BY_POINTER.length));
  return answer.header(from.split(':')[1]);
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

module.exports = { captureOf };
