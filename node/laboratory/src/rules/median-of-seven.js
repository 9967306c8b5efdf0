/** The rule of seven runs a side in turn, whose medians are compared. */
'use strict';

const { median } = require('loadline/src/measure/steady');
const { mean, worsening } = require('./series');

/** @typedef {import('./series').Rule} Rule */

const RUNS = 7;
/** A comparison may have its verdict after so few, and what was not measured cannot be looked at. */
const RUNS_MIN = 4;
const ALERT = 0.08;

/**
 * What careful people do by hand: base and head in turn, seven times where there are as many, so that a machine that becomes slower slows both,
 * and the median of each, which one bad run does not move (Georges, Buytaert and Eeckhout, Statistically rigorous Java performance evaluation,
 * OOPSLA 2007, on fresh processes). A run is one process with all of its slices.
 *
 * @type {Rule}
 */
const medianOfSeven = {
  name: 'median of 7 in turn, 8 %',
  decide({ better, pairs }) {
    if (pairs.length < RUNS_MIN) return 'no answer';
    const runs = pairs.slice(0, RUNS);
    const base = median(runs.map((pair) => mean(pair.base)));
    const head = median(runs.map((pair) => mean(pair.head)));
    return worsening(base, head, better) > ALERT ? 'alarm' : 'quiet';
  },
};

module.exports = { medianOfSeven };
