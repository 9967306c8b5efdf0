/** The exact interval of a share of runs. */
'use strict';

const { betaQuantile } = require('./beta');

const CONFIDENCE = 0.95;

/**
 * Clopper and Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial (Biometrika 1934): holds the true share at
 * least as often as it says, however few runs there are.
 *
 * @param {number} hits
 * @param {number} runs at least one
 * @param {number} [confidence] from 0 to 1
 * @returns {[number, number]} shares, from 0 to 1
 */
function clopperPearson(hits, runs, confidence = CONFIDENCE) {
  const outside = (1 - confidence) / 2;
  return [
    hits === 0 ? 0 : betaQuantile(outside, hits, runs - hits + 1),
    hits === runs ? 1 : betaQuantile(1 - outside, hits + 1, runs - hits),
  ];
}

module.exports = { clopperPearson };
