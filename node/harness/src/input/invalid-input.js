/** The error for files that a person wrote and that cannot be used: every problem at once. */
'use strict';

/**
 * One thing that is wrong with one file.
 *
 * @typedef {object} Problem
 * @property {string} file the file, as the person who started us would write it
 * @property {string} pointer JSON pointer (RFC 6901) to the place; '' is the whole file
 * @property {string} expected what should stand there
 * @property {string} actual what stands there
 */

/** Bad input (exit code 2): its message lists all problems, and no stack trace is to be shown. */
class InvalidInput extends Error {
  /** @param {Problem[]} problems at least one */
  constructor(problems) {
    super(problems.map(describe).join('\n'));
    this.name = 'InvalidInput';
    this.problems = problems;
  }
}

/**
 * @param {Problem} problem
 * @returns {string} three lines: where, expected, actual
 */
function describe({ file, pointer, expected, actual }) {
  return `${file} ${pointer || '(whole file)'}\n  expected  ${expected}\n  actual    ${actual}`;
}

/**
 * @param {(string | number)[]} keys
 * @returns {string} the JSON pointer to them
 */
function pointerTo(...keys) {
  return keys.map((key) => `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}

module.exports = { InvalidInput, pointerTo };
