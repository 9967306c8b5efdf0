/** The step `temporaryFiles`: awaits that there are exactly so many more files than when the case began. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');

/** @typedef {import('../hold-response').Mismatch} Mismatch */
/** @typedef {import('../stage').Stage} Stage */

const WITHIN_MILLIS = 5_000;
const EVERY_MILLIS = 20;

/** @type {import('../stage').StepKind} */
const temporaryFilesStep = {
  name: ({ temporaryFiles }) => `${temporaryFiles} more temporary files`,
  run: ({ temporaryFiles }, stage) => awaitTemporaryFiles(temporaryFiles, '/temporaryFiles', stage),
};

/**
 * @param {number} wanted
 * @param {string} pointer
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function awaitTemporaryFiles(wanted, pointer, { filesSinceBegin, signal }) {
  const deadline = Date.now() + WITHIN_MILLIS;
  let more = filesSinceBegin();
  while (more !== wanted && Date.now() < deadline) {
    await sleep(EVERY_MILLIS, undefined, { signal });
    more = filesSinceBegin();
  }
  if (more === wanted) return [];
  const what = 'temporary files since the case began';
  return [{ pointer, what, expected: String(wanted), actual: String(more) }];
}

module.exports = { temporaryFilesStep, awaitTemporaryFiles };
