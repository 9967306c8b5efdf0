/** Looks at the processes of one process group: which live, and how much memory they hold. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');

/** Linux tells through /proc; elsewhere `ps` is asked. */
const HAS_PROC = fs.existsSync('/proc/self/stat');

/** Pages are 4 KiB on every platform with /proc that Node 20 runs on, except for some arm64 kernels. */
const PAGE_BYTES = HAS_PROC ? pageBytes() : 4096;

/**
 * @param {number} group the id of a process group
 * @returns {number[]} its processes that live; one that has ended and waits to be reaped does not
 */
function pidsOfGroup(group) {
  return HAS_PROC ? pidsByProc(group) : processesByPs(group).map(({ pid }) => pid);
}

/**
 * @param {number[]} pids
 * @param {number} group
 * @returns {number} their resident memory together, bytes
 */
function residentBytesOf(pids, group) {
  if (HAS_PROC) return pids.reduce((sum, pid) => sum + residentByProc(pid), 0);
  return processesByPs(group).reduce((sum, { residentBytes }) => sum + residentBytes, 0);
}

/**
 * @param {number} group
 * @returns {number[]}
 */
function pidsByProc(group) {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => belongsTo(name, group))
    .map(Number);
}

/**
 * @param {string} pid
 * @param {number} group
 * @returns {boolean}
 */
function belongsTo(pid, group) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return false;
  // The second field is the program's name in brackets, in which anything may stand.
  const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(itsGroup) === group && state !== 'Z' && state !== 'X';
}

/**
 * @param {number} pid
 * @returns {number}
 */
function residentByProc(pid) {
  const statm = readIfThere(`/proc/${pid}/statm`);
  return statm === null ? 0 : Number(statm.split(' ')[1]) * PAGE_BYTES;
}

/**
 * @param {string} path
 * @returns {string | null} null when the process has just ended
 */
function readIfThere(path) {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @returns {number} */
function pageBytes() {
  const { stdout } = spawnSync('getconf', ['PAGESIZE'], { encoding: 'utf8' });
  return Number(stdout) || 4096;
}

/**
 * @param {number} group
 * @returns {{ pid: number, residentBytes: number }[]}
 */
function processesByPs(group) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,rss='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, itsGroup, state]) => Number(itsGroup) === group && !state.startsWith('Z'))
    .map(([pid, , , kibibytes]) => ({ pid: Number(pid), residentBytes: Number(kibibytes) * 1024 }));
}

module.exports = { pidsOfGroup, residentBytesOf };
