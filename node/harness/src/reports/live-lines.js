/** What a live view shows of a run, as lines that fit the terminal. */
'use strict';

const colors = require('picocolors');
const { count } = require('./figures');
const { oneLine } = require('./progress');

/**
 * @typedef {import('./limit-tally').LimitTally} LimitTally
 * @typedef {import('./progress').ChecksSoFar} ChecksSoFar
 * @typedef {'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold'} Style
 * @typedef {{ text: string, style?: Style }} Piece of a line
 *
 * @typedef {object} Shown
 * @property {string} what is going on
 * @property {number} secondsGone
 * @property {ChecksSoFar | null} checks
 * @property {LimitTally | null} limits
 * @property {number} secondsMax until no block is begun any more; Infinity without an end
 *
 * @typedef {{ columns: number, rows: number, hasColors: boolean }} Terminal
 */

const BAR_WIDTH = 24;
/** From so much on, the pace so far says something of the rest. */
const PACE_SHARE_MIN = 0.1;
const PACE_SECONDS_MIN = 5;

/**
 * @param {Shown} shown
 * @param {Terminal} terminal
 * @returns {string[]}
 */
function liveLines(shown, { columns, rows, hasColors }) {
  const { done, all } = sharesOf(shown);
  /** @type {Piece[][]} */
  const lines = [
    [{ text: oneLine(shown.what), style: 'bold' }],
    ...(all > 0 ? [[...bar(done / all), ...farPieces(shown)]] : []),
    [{ text: timeText(shown, done / all), style: 'dim' }],
  ];
  // A cursor that stands behind the last column or below the last row would scroll the terminal.
  return lines
    .slice(0, Math.max(1, rows - 1))
    .map((pieces) => fitted(pieces, Math.max(1, columns - 1), hasColors));
}

/** @param {Shown} shown */
function sharesOf({ checks, limits }) {
  if (checks !== null) return { done: checks.cases, all: checks.ofCases };
  return limits === null ? { done: 0, all: 0 } : { done: decided(limits), all: limits.all };
}

/** @param {LimitTally} limits */
function decided(limits) {
  return limits.all - limits.count('open');
}

/**
 * @param {number} share
 * @returns {Piece[]}
 */
function bar(share) {
  const filled = Math.floor(share * BAR_WIDTH);
  return [
    { text: '[' },
    { text: '#'.repeat(filled), style: 'cyan' },
    { text: `${'-'.repeat(BAR_WIDTH - filled)}] ` },
  ];
}

/**
 * @param {Shown} shown
 * @returns {Piece[]}
 */
function farPieces({ checks, limits }) {
  if (checks !== null) return checkPieces(checks);
  return limits === null ? [] : limitPieces(limits);
}

/**
 * @param {ChecksSoFar} checks
 * @returns {Piece[]}
 */
function checkPieces({ stacks, cases, ofCases, failed }) {
  const far = `${count(cases)} of ${count(ofCases)} cases on ${stacks} stacks and variants, `;
  return [
    { text: far },
    failed === 0
      ? { text: 'all hold so far', style: 'green' }
      : { text: `${failed} do not hold`, style: 'red' },
  ];
}

/**
 * @param {LimitTally} limits
 * @returns {Piece[]}
 */
function limitPieces(limits) {
  /** @type {Piece[]} */
  const verdicts = [
    { text: `${limits.count('pass')} passed`, style: 'green' },
    { text: `${limits.count('fail')} failed`, style: 'red' },
    { text: `${limits.count('inconclusive')} undecided`, style: 'yellow' },
    { text: `${limits.count('invalid')} not to be trusted`, style: 'yellow' },
    { text: `${limits.count('open')} open` },
  ];
  const told = verdicts.filter(({ text }) => !text.startsWith('0 '));
  return [
    { text: `${decided(limits)} of ${limits.all} limits decided` },
    ...told.flatMap((piece, at) => [{ text: at === 0 ? ': ' : ', ' }, piece]),
  ];
}

/**
 * @param {Shown} shown
 * @param {number} share of it that is done; NaN where that is not known
 * @returns {string} such as `1:02 gone, about 3:10 left, at most 11:58`
 */
function timeText({ secondsGone, secondsMax, limits }, share) {
  const isPaced = share >= PACE_SHARE_MIN && secondsGone >= PACE_SECONDS_MIN && share < 1;
  const paced = isPaced ? (secondsGone * (1 - share)) / share : Infinity;
  const gone = `${clock(secondsGone)} gone`;
  if (secondsMax <= 0)
    return `${gone}, past its time: what was begun or looks worse is measured on`;
  const parts = [
    gone,
    paced < secondsMax ? `about ${clock(paced)} left` : '',
    secondsMax < Infinity ? `at most ${clock(secondsMax)}${paced < secondsMax ? '' : ' left'}` : '',
    limits !== null && secondsMax === Infinity ? 'no end of time is set' : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/**
 * @param {number} seconds
 * @returns {string} such as `1:02` or `1:00:02`
 */
function clock(seconds) {
  const whole = Math.round(seconds);
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const end = two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${end}` : `${minutes}:${end}`;
}

/**
 * @param {Piece[]} pieces
 * @param {number} width
 * @param {boolean} hasColors
 */
function fitted(pieces, width, hasColors) {
  const styled = colors.createColors(hasColors);
  let left = width;
  return pieces
    .map(({ text, style }) => {
      const shown = text.slice(0, left);
      left -= shown.length;
      return style === undefined || shown === '' ? shown : styled[style](shown);
    })
    .join('');
}

module.exports = { liveLines };
