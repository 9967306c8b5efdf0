/** Tells from the slices of one set of processes whether a server gets worse while it is loaded: it slows down, or it grows. */
'use strict';

const { changePointOf, hasTrend, haveTrend, median } = require('./steady');

/** @typedef {import('./series').Series} Series */

/**
 * @typedef {object} Drift
 * @property {'slowsDown' | 'grows'} kind
 * @property {string} workload of which it is plainest
 * @property {string} what such as `its throughput fell by 31 % after 26 of 40 blocks`
 */

/**
 * What is seen of a server's speed on one workload.
 *
 * @typedef {object} Pace
 * @property {string} workload
 * @property {Series} throughput relative to a reference: what the machine does to both alike is divided out
 * @property {number[]} speeds logarithms of the server's own, from the same blocks
 */

/** @typedef {{ workload: string, residentBytes: number }} Residence memory after a slice */

/**
 * In a run there are some hundred series, and noise alone must not make one of them look like a trend: two-sided
 * 0.1 % of the standard normal distribution. Fresh processes have to show the same.
 */
const TREND_Z = 3.29;
/** The same for a step, which a trend is blind to where it comes late: a cache that is full, say. */
const CHANGE_CHANCE_MAX = 0.001;
/** Less than a tenth is nothing to stop a gate for. */
const SLOWER_MIN = Math.log(1.1);
/** Worth more blocks is half as much, where one in ten (one-sided) looks like such a trend. */
const SUSPECT_SLOWER_MIN = SLOWER_MIN / 2;
const SUSPECT_Z = 1.28;
/** A series of ratios moves with its reference too: so much of the move must be the server's own. */
const OWN_SHARE_MIN = 0.5;
/** A JVM fills up to 384 MiB of heap before it collects, most of it in the warm-up; a leak goes on. */
const GROWTH_BYTES_MIN = 128 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
/** A JVM whose compilers are busy gives them a fifth to a half of its core; one that is warm, some hundredths. */
const COMPILER_SHARE_MAX = 0.1;

/**
 * Both, where both move: a leak slows its server too, and is what to look for.
 *
 * @param {Pace[]} paces of one server and one set of processes, a workload each
 * @param {Residence[]} residences of the same server, in order of time
 * @returns {Drift[]}
 */
function driftsOf(paces, residences) {
  const rested = restedOf(paces);
  const slower = rested.flatMap(slowing);
  return [...(slower.length > 0 ? slower : slowingTogether(rested)), ...growing(residences)];
}

/**
 * A wear that grows with all that was asked of a server has grown in its warm-up too, so that a few blocks lose little and more of them more.
 *
 * @param {Pace[]} paces as for `driftsOf`, which finds none
 * @returns {boolean} whether more blocks may show that it slows down; how much of it is the server's own is asked then
 */
function maySlowDown(paces) {
  const harms = restedOf(paces).map(({ throughput }) => throughput.harms);
  if (harms.length === 0 || !haveTrend(harms, SUSPECT_Z)) return false;
  return median(harms.map(halfMovement)) >= SUSPECT_SLOWER_MIN;
}

/** @param {Pace[]} paces */
function restedOf(paces) {
  return paces.filter(
    ({ throughput: { harms, compilerShares } }) =>
      harms.length > 1 && whyStillCompiling(compilerShares) === null,
  );
}

/**
 * @param {Pace} pace
 * @returns {Drift[]}
 */
function slowing({ workload, throughput: { harms }, speeds }) {
  const { after, chance } = changePointOf(harms);
  const move = movement(harms, after);
  const isPlain = chance <= CHANGE_CHANCE_MAX || hasTrend(harms, TREND_Z);
  const ownAfter = Math.round((after / harms.length) * speeds.length);
  if (!isPlain || !isSlower(move, -movement(speeds, ownAfter))) return [];
  const what = `its throughput fell by ${percentOf(move)} % after ${after} of ${harms.length} blocks`;
  return [{ kind: 'slowsDown', workload, what }];
}

/**
 * A few blocks of one workload show nothing, and the same few of ten do.
 *
 * @param {Pace[]} paces
 * @returns {Drift[]}
 */
function slowingTogether(paces) {
  if (paces.length < 2) return [];
  const harms = paces.map(({ throughput }) => throughput.harms);
  const moves = harms.map(halfMovement);
  const own = paces.map(({ speeds }) => -halfMovement(speeds));
  const move = median(moves);
  if (!haveTrend(harms, TREND_Z) || !isSlower(move, median(own))) return [];
  const { workload } = paces[moves.indexOf(Math.max(...moves))];
  const what =
    `its throughput on ${paces.length} workloads fell by ${percentOf(move)} % ` +
    'from the first half of the blocks to the last';
  return [{ kind: 'slowsDown', workload, what }];
}

/**
 * @param {number} move of its harms
 * @param {number} own what its own speed has lost
 */
function isSlower(move, own) {
  return move >= SLOWER_MIN && own >= OWN_SHARE_MIN * move;
}

/** @param {number} move a log ratio */
function percentOf(move) {
  return Math.round((1 - Math.exp(-move)) * 100);
}

/**
 * @param {Residence[]} residences in order of time
 * @returns {Drift[]}
 */
function growing(residences) {
  if (residences.length < 2) return [];
  const bytes = residences.map(({ residentBytes }) => residentBytes);
  // Not a step: a JVM takes its heap in one.
  const growth = halfMovement(bytes);
  if (growth < GROWTH_BYTES_MIN || !hasTrend(bytes, TREND_Z)) return [];
  const what = `its memory grew by ${Math.round(growth / MEBIBYTE)} MiB from the first half of the slices to the last`;
  return [{ kind: 'grows', workload: growsMostOn(residences), what }];
}

/**
 * @param {Residence[]} residences in order of time; at least two
 * @returns {string} the workload whose slices have added most
 */
function growsMostOn(residences) {
  /** @type {Map<string, number>} */
  const added = new Map();
  for (const [at, { workload, residentBytes }] of residences.slice(1).entries()) {
    added.set(workload, (added.get(workload) ?? 0) + residentBytes - residences[at].residentBytes);
  }
  return [...added].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/**
 * What would fail a JVM that still compiles is how young it is: on a slow machine it needs a minute for what takes it seconds elsewhere, longer
 * than any build would warm it.
 *
 * @param {number[]} compilerShares CPU time of the server's compilers in each block, as shares of one core
 * @returns {string | null}
 */
function whyStillCompiling(compilerShares) {
  if (compilerShares.length === 0) return null;
  const share = median(compilerShares);
  if (share <= COMPILER_SHARE_MAX) return null;
  return `it still warmed up: its compilers had ${Math.round(share * 100)} % of a core`;
}

/** @param {number[]} values at least two */
function halfMovement(values) {
  return movement(values, values.length >> 1);
}

/**
 * @param {number[]} values
 * @param {number} after so many of them; there are some before and behind
 * @returns {number} median of those behind less that of those before
 */
function movement(values, after) {
  return median(values.slice(after)) - median(values.slice(0, after));
}

module.exports = { driftsOf, maySlowDown, whyStillCompiling };
