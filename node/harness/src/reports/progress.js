/** Shows what a run is at: one rewritten line on a terminal, a line for each step elsewhere. */
'use strict';

const { LimitTally } = require('./limit-tally');
const { safeText } = require('./safe-text');

/**
 * @typedef {import('../measure/so-far').SoFar} SoFar
 *
 * @typedef {object} ChecksSoFar
 * @property {number} stacks how many are checked, variants included
 * @property {number} cases that were run
 * @property {number} ofCases
 * @property {number} failed cases that do not hold
 *
 * @typedef {NodeJS.WriteStream | { isTTY?: boolean, columns?: number, write(text: string): unknown }} Output
 */

const CLEAR_LINE = '\r\u001b[K';
const COLUMNS = 80;
/** The end of the run names them all. */
const FAILURES_MAX = 10;

class Progress {
  #failures = 0;

  /** @param {Output} output */
  constructor(output) {
    this.output = output;
    this.tally = new LimitTally();
  }

  /**
   * What is going on now; on a terminal alone.
   *
   * @param {string} text
   */
  now(text) {
    if (!this.output.isTTY) return;
    const width = (this.output.columns ?? COLUMNS) - 1;
    this.output.write(CLEAR_LINE + oneLine(text).slice(0, width));
  }

  /**
   * What is done; elsewhere than on a terminal it stays as a line.
   *
   * @param {string} text
   */
  done(text) {
    if (this.output.isTTY) this.now(text);
    else this.output.write(`${oneLine(text)}\n`);
  }

  /**
   * A line that stays in any event.
   *
   * @param {string} text
   */
  say(text) {
    this.clear();
    this.output.write(`${safeText(text)}\n`);
  }

  /**
   * A case or a limit that does not hold, named as soon as that is known.
   *
   * @param {string} what
   */
  fails(what) {
    this.#failures++;
    if (this.#failures <= FAILURES_MAX) this.say(`failed: ${oneLine(what)}`);
    if (this.#failures === FAILURES_MAX) this.say('what else fails is named at the end');
  }

  /**
   * How far a check is; shown by a live view alone.
   *
   * @param {ChecksSoFar} _checks
   */
  checks(_checks) {}

  /** @param {SoFar} soFar what has come of a measurement since it was last told */
  measured({ limits }) {
    for (const name of this.tally.add(limits)) this.fails(name);
  }

  /** Takes away what does not stay. */
  clear() {
    if (this.output.isTTY) this.output.write(CLEAR_LINE);
  }
}

/** Tells nothing (--quiet). */
class Silence extends Progress {
  constructor() {
    super({ write: () => {} });
  }
}

/** @param {string} text */
function oneLine(text) {
  return safeText(text).replaceAll('\n', ' ');
}

module.exports = { Progress, Silence, oneLine };
