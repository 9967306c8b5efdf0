/** Tells from the blocks of a cell whether its server never came to rest: its speed or its memory moves on. */
'use strict';

const { hasTrend, median } = require('./steady');

const NEVER_STEADY = 'never steady';
/**
 * In a run there are some hundred cells, and noise alone must not make one of them look like a trend: two-sided
 * 0.1 % of the standard normal distribution.
 */
const TREND_Z = 3.29;
/** A JVM whose compilers are busy gives them a fifth to a half of its core; one that is warm, some hundredths. */
const COMPILER_SHARE_MAX = 0.1;
/** Less than a tenth is nothing to stop a gate for: an early half against a late one. */
const MOVE_MIN = Math.log(1.1);
/** A JVM fills up to 256 MiB of heap before it collects, most of it in the warm-up; a leak goes on. */
const GROWTH_BYTES_MIN = 128 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

/**
 * @param {number[]} harms of throughput, in order of the blocks: the machine's own drift is divided out
 * @param {number[]} residentBytes of the server after each slice
 * @returns {string | null}
 */
function whyNeverSteady(harms, residentBytes) {
  // Both, where both move: a leak slows its server too, and is what to look for.
  const moves = [throughputMove(harms), memoryMove(residentBytes)].filter((move) => move !== null);
  return moves.length > 0 ? `${NEVER_STEADY}: ${moves.join('; ')}` : null;
}

/** @param {number[]} harms */
function throughputMove(harms) {
  if (!isMoving(harms, MOVE_MIN)) return null;
  const change = Math.abs(Math.exp(movement(harms)) - 1);
  return `its throughput moved by ${Math.round(change * 100)} % from the first half of the blocks to the last`;
}

/** @param {number[]} residentBytes */
function memoryMove(residentBytes) {
  if (!isMoving(residentBytes, GROWTH_BYTES_MIN) || movement(residentBytes) < 0) return null;
  const growth = Math.round(movement(residentBytes) / MEBIBYTE);
  return `its memory grew by ${growth} MiB from the first half of the slices to the last`;
}

/**
 * What fails a JVM that still compiles is how young it is: on a slow machine it needs a minute for what takes it seconds elsewhere, longer than any
 * build would warm it.
 *
 * @param {number[]} compilerShares of one metric and one set of processes: CPU time of the server's compilers in each block, as a share of one core
 * @returns {string | null}
 */
function whyStillWarming(compilerShares) {
  if (compilerShares.length === 0) return null;
  const share = median(compilerShares);
  if (share <= COMPILER_SHARE_MAX) return null;
  return `${NEVER_STEADY}: it still warmed up, its compilers had ${Math.round(share * 100)} % of a core`;
}

/**
 * @param {number[]} values
 * @param {number} least
 */
function isMoving(values, least) {
  return values.length > 1 && hasTrend(values, TREND_Z) && Math.abs(movement(values)) >= least;
}

/**
 * @param {number[]} values at least two
 * @returns {number} median of the last half less that of the first
 */
function movement(values) {
  const half = values.length >> 1;
  return median(values.slice(-half)) - median(values.slice(0, half));
}

module.exports = { NEVER_STEADY, whyNeverSteady, whyStillWarming };
