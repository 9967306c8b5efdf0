/** CPU time of the whole machine, and what of it the hypervisor gave to others. */
'use strict';

const fs = require('node:fs');

/**
 * CPU time of all cores since the machine was started, in hundredths of a second.
 *
 * @typedef {{ allTicks: number, stolenTicks: number }} CpuTicks
 */

/** Fields of the first line of /proc/stat (proc(5)); guest time is part of the first two already. */
const STEAL_FIELD = 7;
/** With more of its CPU at others, what a machine shows says nothing of a server. */
const STOLEN_MAX = 0.1;

/** @returns {CpuTicks | null} null where the machine does not tell */
function readCpuTicks() {
  try {
    return cpuTicks(fs.readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}

/**
 * @param {string} stat the text of /proc/stat
 * @returns {CpuTicks | null}
 */
function cpuTicks(stat) {
  const line = /^cpu +(.*)$/m.exec(stat);
  if (!line) return null;
  const fields = line[1]
    .split(' ')
    .map(Number)
    .slice(0, STEAL_FIELD + 1);
  return {
    allTicks: fields.reduce((sum, ticks) => sum + ticks, 0),
    stolenTicks: fields[STEAL_FIELD] ?? 0,
  };
}

/**
 * @param {CpuTicks | null} before
 * @param {CpuTicks | null} after
 * @returns {number | null}
 */
function stolenShare(before, after) {
  if (!before || !after || after.allTicks <= before.allTicks) return null;
  return (after.stolenTicks - before.stolenTicks) / (after.allTicks - before.allTicks);
}

module.exports = { STOLEN_MAX, readCpuTicks, cpuTicks, stolenShare };
