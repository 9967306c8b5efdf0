/** How long a slice of throughput lasts: on a workload that takes its time, longer than usual. */
'use strict';

/** With a dozen answers, where the window happens to end counts as much as what the server does. */
const ENOUGH_ANSWERS = 100;
/** A run has to end. */
const SECONDS_MAX = 0.6;

/**
 * @param {number} usual seconds
 * @param {number[]} speeds answers a second that arms gave when they settled; where none is known, the usual is taken
 * @returns {number} seconds in which the slowest of them gives enough
 */
function closedLoopSeconds(usual, speeds) {
  if (speeds.length === 0) return usual;
  const needed = ENOUGH_ANSWERS / Math.min(...speeds);
  return Math.max(usual, Math.min(needed, SECONDS_MAX));
}

module.exports = { closedLoopSeconds };
