/** What a driver is asked to do for one slice, and that it is fit to be done. */
'use strict';

const SLICE_SECONDS_MAX = 3600;
const RAMP_SECONDS_MAX = 0.2;
const RAMP_SHARE = 0.1;
const TIMEOUT_SECONDS = 10;

/**
 * @typedef {object} Specification One line on a driver's standard input.
 * @property {string} url Where the server is: `http://127.0.0.1:8080`.
 * @property {number} seconds Length of the window: answers that end in it count, in the open loop those of
 *   requests that are due in it.
 * @property {number} rampSeconds Load before that window opens (default a tenth, at most 0.2 s).
 * @property {number} timeoutSeconds How long an answer may take (default 10).
 * @property {boolean} ownsCore Whether the driver has a core for itself: then it does not sleep in a closed loop (default false).
 * @property {number} [ratePerSecond] Open loop: so many requests fall due in a second. Absent: closed loop.
 * @property {any} load A contract's `load`: `connections` and `exchanges` or `echo`.
 * @property {Record<string, string[]>} [turns] Words of the exchanges that take these values in turn,
 *   a lap each, whichever connection it is on.
 */

/**
 * @param {any} input
 * @returns {Specification}
 * @throws {Error} that names everything that is wrong
 */
function specificationOf(input) {
  const problems = problemsOf(input);
  if (problems.length > 0)
    throw new Error(`the specification is not valid: ${problems.join('; ')}`);
  return {
    timeoutSeconds: TIMEOUT_SECONDS,
    ownsCore: false,
    rampSeconds: Math.min(RAMP_SECONDS_MAX, input.seconds * RAMP_SHARE),
    ...input,
  };
}

/**
 * @param {any} input
 * @returns {string[]}
 */
function problemsOf(input) {
  if (typeof input !== 'object' || input === null) return ['expected an object'];
  const { connections, exchanges, echo } = input.load ?? {};
  const turns = Object.values(input.turns ?? {});
  const { ratePerSecond = 1 } = input;
  const secondsFit = input.seconds > 0 && input.seconds <= SLICE_SECONDS_MAX;
  return [
    URL.canParse(input.url) ? '' : '/url: expected an address such as http://127.0.0.1:8080',
    secondsFit ? '' : `/seconds: expected more than 0 and at most ${SLICE_SECONDS_MAX}`,
    Number.isFinite(ratePerSecond) && ratePerSecond > 0
      ? ''
      : '/ratePerSecond: expected a number of more than 0',
    typeof (input.ownsCore ?? false) === 'boolean' ? '' : '/ownsCore: expected true or false',
    Number.isInteger(connections) && connections > 0 ? '' : '/load/connections: expected 1 or more',
    Array.isArray(exchanges) !== Boolean(echo) ? '' : '/load: expected either exchanges or echo',
    turns.every(isTexts) ? '' : '/turns: expected a list of texts, not empty, for each word',
  ].filter(Boolean);
}

/** @param {unknown} value */
function isTexts(value) {
  return (
    Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string')
  );
}

module.exports = { specificationOf };
