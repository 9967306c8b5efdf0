/** What the machine did to a slice: CPU time that others had, and the driver waiting for its core. */
'use strict';

const fs = require('node:fs');
const { readCpuTicks, stolenShare } = require('./cpu-ticks');

/**
 * Shares of a slice's time; null where the machine does not tell.
 *
 * @typedef {object} Conditions
 * @property {number | null} stolenCpuShare of all cores' time, what the hypervisor gave to others
 * @property {number | null} driverWaitShare for how long the driver was ready to run and had no core
 * @property {number} serverCores how many cores the servers are kept to
 */

/** @typedef {import('./cpu-ticks').CpuTicks} CpuTicks */
/** @typedef {{ ticks: CpuTicks | null, waits: Map<string, number> | null, at: number }} Reading */

/**
 * @template S
 * @param {{ driverPid: number | undefined, serverCores: number }} watched
 * @param {() => Promise<S>} slice
 * @returns {Promise<{ sample: S, conditions: Conditions }>}
 */
async function underConditions({ driverPid, serverCores }, slice) {
  const before = read(driverPid);
  const sample = await slice();
  const after = read(driverPid);
  const conditions = {
    stolenCpuShare: stolenShare(before.ticks, after.ticks),
    driverWaitShare: waitShare(before, after),
    serverCores,
  };
  return { sample, conditions };
}

/**
 * @param {number | undefined} driverPid
 * @returns {Reading}
 */
function read(driverPid) {
  return {
    ticks: readCpuTicks(),
    waits: driverPid === undefined ? null : waitsOf(driverPid),
    at: performance.now(),
  };
}

/**
 * Of the thread that waited longest: in a driver, one thread does the work.
 *
 * @param {Reading} before
 * @param {Reading} after
 * @returns {number | null}
 */
function waitShare(before, after) {
  if (!before.waits || !after.waits) return null;
  const nanos = [...after.waits].map(([thread, wait]) => wait - (before.waits?.get(thread) ?? 0));
  return Math.max(0, ...nanos) / 1e6 / (after.at - before.at);
}

/**
 * @param {number} pid
 * @returns {Map<string, number> | null} nanoseconds that each thread has waited for a core so far
 */
function waitsOf(pid) {
  const threads = threadsOf(pid);
  if (threads.length === 0) return null;
  return new Map(
    threads.flatMap((thread) => {
      const schedstat = readIfThere(`/proc/${pid}/task/${thread}/schedstat`);
      return schedstat === null ? [] : [[thread, Number(schedstat.split(' ')[1])]];
    }),
  );
}

/**
 * @param {number} pid
 * @returns {string[]} none where it has ended, or the system does not tell
 */
function threadsOf(pid) {
  try {
    return fs.readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/**
 * @param {string} file
 * @returns {string | null}
 */
function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

module.exports = { underConditions };
