/** Tells from the blocks of one set of processes whether a server gets worse while it is loaded: it slows down, or it grows. */
'use strict';

const { changePointOf, hasTrend, median } = require('./steady');

/** @typedef {import('./records').Block} Block */
/** @typedef {import('./series').Series} Series */

/**
 * @typedef {object} Drift
 * @property {'slowsDown' | 'grows'} kind
 * @property {string} what such as `its throughput fell by 31 % after 26 of 40 blocks`
 */

/**
 * In a run there are some hundred series, and noise alone must not make one of them look like a trend: two-sided
 * 0.1 % of the standard normal distribution. Fresh processes have to show the same.
 */
const TREND_Z = 3.29;
/** The same for a step, which a trend is blind to where it comes late: a cache that is full, say. */
const CHANGE_CHANCE_MAX = 0.001;
/** Less than a tenth is nothing to stop a gate for. */
const SLOWER_MIN = Math.log(1.1);
/** A series of ratios moves with its reference too: so much of the move must be the server's own. */
const OWN_SHARE_MIN = 0.5;
/** A JVM fills up to 256 MiB of heap before it collects, most of it in the warm-up; a leak goes on. */
const GROWTH_BYTES_MIN = 128 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
/** A JVM whose compilers are busy gives them a fifth to a half of its core; one that is warm, some hundredths. */
const COMPILER_SHARE_MAX = 0.1;

/**
 * Both, where both move: a leak slows its server too, and is what to look for.
 *
 * @param {Block[]} blocks of one comparison and one set of processes
 * @param {Series | null} throughput relative to a reference, from the same blocks: what the machine does to both alike is
 *   divided out; null where there is none
 * @returns {Drift[]}
 */
function driftsOf(blocks, throughput) {
  const known = blocks.flatMap(({ subject }) => subject.sample?.server.residentBytes ?? []);
  return [
    ...(throughput === null ? [] : slowing(throughput, ownSpeeds(blocks))),
    ...growing(known),
  ];
}

/**
 * @param {Series} throughput
 * @param {number[]} speeds logarithms of the server's own
 * @returns {Drift[]}
 */
function slowing({ harms, compilerShares }, speeds) {
  if (harms.length < 2 || whyStillCompiling(compilerShares) !== null) return [];
  const { after, chance } = changePointOf(harms);
  const move = movement(harms, after);
  const isPlain = chance <= CHANGE_CHANCE_MAX || hasTrend(harms, TREND_Z);
  if (!isPlain || move < SLOWER_MIN) return [];
  const ownAfter = Math.round((after / harms.length) * speeds.length);
  if (-movement(speeds, ownAfter) < OWN_SHARE_MIN * move) return [];
  const share = Math.round((1 - Math.exp(-move)) * 100);
  return [
    {
      kind: 'slowsDown',
      what: `its throughput fell by ${share} % after ${after} of ${harms.length} blocks`,
    },
  ];
}

/** @param {Block[]} blocks */
function ownSpeeds(blocks) {
  return blocks
    .filter(({ subject }) => subject.kind === 'throughput' && subject.invalid === null)
    .flatMap(({ subject }) => subject.sample?.requestsPerSecond ?? [])
    .filter((speed) => speed > 0)
    .map(Math.log);
}

/**
 * @param {number[]} residentBytes after each slice
 * @returns {Drift[]}
 */
function growing(residentBytes) {
  if (residentBytes.length < 2) return [];
  // Not a step: a JVM takes its heap in one.
  const growth = movement(residentBytes, residentBytes.length >> 1);
  if (growth < GROWTH_BYTES_MIN || !hasTrend(residentBytes, TREND_Z)) return [];
  return [
    {
      kind: 'grows',
      what: `its memory grew by ${Math.round(growth / MEBIBYTE)} MiB from the first half of the slices to the last`,
    },
  ];
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

/**
 * @param {number[]} values
 * @param {number} after so many of them; there are some before and behind
 * @returns {number} median of those behind less that of those before
 */
function movement(values, after) {
  return median(values.slice(after)) - median(values.slice(0, after));
}

/**
 * @param {Drift[][]} sets what each set of processes has shown, in order
 * @returns {Drift[]} what two of them have shown: chance hardly shows it twice
 */
function confirmed(sets) {
  const again = sets.flatMap((drifts, at) => {
    const before = sets.slice(0, at).flat();
    return drifts.filter(({ kind }) => before.some((drift) => drift.kind === kind));
  });
  return [...new Map(again.map((drift) => [drift.kind, drift])).values()];
}

module.exports = { driftsOf, confirmed, whyStillCompiling };
