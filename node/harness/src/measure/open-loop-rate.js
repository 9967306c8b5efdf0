/** The rate at which a workload's p99 is measured: one for all arms and all blocks. */
'use strict';

const { P99_REQUESTS_MIN } = require('./metric');

/** A server that stalls once a second must show it in every slice: were it in one of three, the two would be believed. */
const SECONDS_MIN = 1;
/** A few more than needed, since the window cuts some. */
const REQUESTS = 1.05 * P99_REQUESTS_MIN;
/** Of the slowest arm's capacity: there a queue is short, and still tells of a server that stalls. */
const SHARE = 0.5;
/**
 * No more than the shortest slice needs: after a stall of the server its answers come in a bunch, and while the driver reads
 * them it sends nothing. At this rate that makes it late by less than a tenth of the stall; at half of what a fast server does, by half of it.
 */
const RATE_MAX = REQUESTS / SECONDS_MIN;

/**
 * @param {number[]} capacities requests a second that each arm can do; those that did nothing are not among the slowest
 * @returns {{ perSecond: number, sliceSeconds: number } | null} null where nothing is known of any
 */
function openLoopRate(capacities) {
  const known = capacities.filter((capacity) => capacity > 0);
  if (known.length === 0) return null;
  const perSecond = Math.min(RATE_MAX, SHARE * Math.min(...known));
  return { perSecond, sliceSeconds: Math.max(SECONDS_MIN, REQUESTS / perSecond) };
}

module.exports = { SECONDS_MIN, openLoopRate };
