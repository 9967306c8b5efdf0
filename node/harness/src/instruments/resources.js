/** Reads from /proc what a server and its children have used: CPU time, and memory with its peak. */
'use strict';

const fs = require('node:fs');

// USER_HZ, in which /proc tells times, is 100 on every platform that Node 20 runs on.
const NANOS_PER_TICK = 10_000_000;
// utime and stime are each cut to whole ticks, so that a difference may be two ticks too long.
const STAT_ERROR_NANOS = 2 * NANOS_PER_TICK;
const RESET_PEAK = '5';

/**
 * CPU time used so far.
 *
 * @typedef {object} CpuReading
 * @property {Map<string, number>} threads nanoseconds by process and thread, exact, of those that live
 * @property {Set<string>} compilers those of the threads in which a JVM compiles: what it runs gets faster meanwhile
 * @property {number} ticksNanos of processes that live and children that ended, in whole ticks
 */

/** @returns {string | null} why resources cannot be read on this machine */
function whyNoResources() {
  return fs.existsSync('/proc/self/schedstat')
    ? null
    : 'it is read from /proc, which Linux alone has';
}

/**
 * @param {number[]} pids
 * @returns {CpuReading}
 */
function readCpu(pids) {
  const threads = new Map(pids.flatMap(threadTimes));
  const compilers = new Set([...threads.keys()].filter(isCompiler));
  const ticksNanos = pids.reduce((sum, pid) => sum + tickTimes(pid), 0);
  return { threads, compilers, ticksNanos };
}

/**
 * Threads that ended in between are missing from the exact figure; the coarse one has them, and is
 * the floor.
 *
 * @param {CpuReading} before
 * @param {CpuReading} after
 * @returns {number} nanoseconds
 */
function cpuBetween(before, after) {
  let exact = 0;
  for (const [thread, nanos] of after.threads) exact += nanos - (before.threads.get(thread) ?? 0);
  const coarse = after.ticksNanos - before.ticksNanos - STAT_ERROR_NANOS;
  return Math.max(0, exact, coarse);
}

/**
 * @param {CpuReading} before
 * @param {CpuReading} after
 * @returns {number | null} nanoseconds of the compilers of JVMs; null where there is none
 */
function compilersBetween(before, { threads, compilers }) {
  if (compilers.size === 0) return null;
  let nanos = 0;
  for (const thread of compilers) {
    nanos += (threads.get(thread) ?? 0) - (before.threads.get(thread) ?? 0);
  }
  return nanos;
}

/** @param {string} thread `C2 CompilerThread0` and the like, of which Linux keeps 15 characters */
function isCompiler(thread) {
  const [pid, id] = thread.split('/');
  return /^C[12] Compiler/.test(readIfThere(`/proc/${pid}/task/${id}/comm`) ?? '');
}

/**
 * @param {number} pid
 * @returns {[string, number][]}
 */
function threadTimes(pid) {
  return threadsOf(pid).flatMap((thread) => {
    const schedstat = readIfThere(`/proc/${pid}/task/${thread}/schedstat`);
    return schedstat === null ? [] : [[`${pid}/${thread}`, Number(schedstat.split(' ')[0])]];
  });
}

/**
 * @param {number} pid
 * @returns {string[]}
 */
function threadsOf(pid) {
  try {
    return fs.readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/**
 * @param {number} pid
 * @returns {number} nanoseconds
 */
function tickTimes(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return 0;
  // Fields 14 to 17 (utime, stime, cutime, cstime), counted after the name in brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * NANOS_PER_TICK;
}

/**
 * @param {number[]} pids
 * @returns {boolean} whether the peaks now count from here on
 */
function resetPeaks(pids) {
  try {
    for (const pid of pids) fs.writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
    return true;
  } catch {
    // A container may forbid it; then peaks are of the whole life, and are not reported.
    return false;
  }
}

/**
 * @param {number[]} pids
 * @returns {number} the sum of the peaks since `resetPeaks`, bytes: at most this much at one time
 */
function peakResidentBytes(pids) {
  return pids.reduce((sum, pid) => {
    const status = readIfThere(`/proc/${pid}/status`) ?? '';
    return sum + Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  }, 0);
}

/**
 * @param {string} path
 * @returns {string | null} null when the process or thread has just ended
 */
function readIfThere(path) {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** @param {unknown} error */
function isGone(error) {
  return ['ENOENT', 'ESRCH'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '');
}

module.exports = {
  whyNoResources,
  readCpu,
  cpuBetween,
  compilersBetween,
  resetPeaks,
  peakResidentBytes,
};
