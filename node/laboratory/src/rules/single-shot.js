/** The rule of one run a side and a fixed alert. */
'use strict';

const { mean, worsening } = require('./series');

/** @typedef {import('./series').Rule} Rule */

const ALERT = 0.1;

/**
 * The usual script in CI: each side is loaded once, and a change by more than the alert is told. github-action-benchmark works so, with a threshold
 * that its user chooses (`alert-threshold` in its README). A side's run is all slices of the first pair, since one slice of 0.15 s is shorter than
 * what anybody would take.
 *
 * @type {Rule}
 */
const singleShot = {
  name: 'one run, alert at 10 %',
  decide({ better, pairs: [first] }) {
    if (first === undefined) return 'no answer';
    return worsening(mean(first.base), mean(first.head), better) > ALERT ? 'alarm' : 'quiet';
  },
};

module.exports = { singleShot };
