/** Decides which cores the driver and the servers run on, and keeps processes there. */
'use strict';

const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { promisify } = require('node:util');

const run = promisify(execFile);

/**
 * Which cores belong to whom; `null` where nothing is pinned, and then `reason` says why.
 *
 * @typedef {object} CorePlan
 * @property {number[] | null} driver
 * @property {number[] | null} servers
 * @property {number[]} all the cores that this process may use
 * @property {string | null} reason
 */

/**
 * The driver gets the last core, the servers the rest.
 *
 * @param {{ allowed?: number[], taskset?: boolean }} [machine] for tests; else this machine
 * @returns {CorePlan}
 */
function planCores({ allowed = allowedCores(), taskset = hasTaskset() } = {}) {
  if (!taskset) return unpinned(allowed, 'taskset is not on this machine');
  if (allowed.length < 2) {
    return unpinned(allowed, 'there is one core: driver and server compete for it');
  }
  return { driver: allowed.slice(-1), servers: allowed.slice(0, -1), all: allowed, reason: null };
}

/**
 * @param {number[]} all
 * @param {string} reason
 * @returns {CorePlan}
 */
function unpinned(all, reason) {
  return { driver: null, servers: null, all, reason };
}

/**
 * Moves processes, with all the threads that they have, to the cores. Later threads inherit them.
 *
 * @param {number[]} pids
 * @param {number[] | null} cores
 */
async function pin(pids, cores) {
  if (!cores) return;
  await Promise.all(pids.map((pid) => run('taskset', ['-acp', cores.join(','), String(pid)])));
}

/**
 * @param {number[] | null} cores
 * @param {string[]} command
 * @returns {string[]} the command, kept to the cores from its first instruction
 */
function pinned(cores, command) {
  return cores ? ['taskset', '-c', cores.join(','), ...command] : command;
}

/** @returns {number[]} none where the system does not tell */
function allowedCores() {
  const status = '/proc/self/status';
  if (!fs.existsSync(status)) return [];
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(fs.readFileSync(status, 'utf8'));
  return list ? coresIn(list[1]) : [];
}

/**
 * @param {string} list such as `0-2,5`
 * @returns {number[]}
 */
function coresIn(list) {
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** @returns {boolean} */
function hasTaskset() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => fs.existsSync(path.join(folder, 'taskset')));
}

module.exports = { planCores, pin, pinned, coresIn };
