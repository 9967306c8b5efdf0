/** Writes thresholds.json after a calibration, so that a person can read and compare it: a line for each entry. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { FILE } = require('./load-thresholds');

/** @typedef {import('./load-thresholds').Thresholds} Thresholds */
/** @typedef {import('./load-thresholds').Limits} Limits */
/** @typedef {import('./limits').StackLimits} StackLimits */
/** @typedef {{ stack: string, workload: string, limits: Limits }} Entry */

const COLUMNS = 100;

/**
 * Where a house has none yet: the design's figures.
 *
 * @type {Thresholds & { $schema: string }}
 */
const FRESH = {
  $schema: 'contracts/schema/thresholds.schema.json',
  gate: {
    falseAlarm: 0.01,
    missed: 0.05,
    maxBlocks: 40,
    inconclusive: 'warn',
  },
  regression: { throughputLossMax: 0.05, p99IncreaseMax: 0.2 },
  stacks: {},
};

/**
 * @param {Thresholds | null} thresholds as they are
 * @param {Entry[]} measured
 * @param {{ processor: string, isForItAlone: boolean }} on the one they were measured on: they count there either way
 * @returns {Thresholds} with the new limits; those that were not measured stay, absolute ones too
 */
function withLimits(thresholds, measured, { processor, isForItAlone }) {
  const { stacks, processors = {}, ...rest } = structuredClone(thresholds ?? FRESH);
  const own = processors[processor] ?? {};
  for (const entry of measured) {
    if (isForItAlone) put(own, entry);
    else takeOut(own, entry);
    if (!isForItAlone || !stacks[entry.stack]?.[entry.workload]) put(stacks, entry);
  }
  const { [processor]: _replaced, ...others } = processors;
  const all = Object.keys(own).length > 0 ? { ...others, [processor]: own } : others;
  return { ...rest, stacks, ...(Object.keys(all).length > 0 ? { processors: all } : {}) };
}

/**
 * @param {StackLimits} stacks
 * @param {Entry} entry
 */
function put(stacks, { stack, workload, limits }) {
  const workloads = (stacks[stack] ??= {});
  workloads[workload] = { ...workloads[workload], ...limits };
}

/**
 * What one processor has of its own would hide what was measured on it for all.
 *
 * @param {StackLimits} own
 * @param {Entry} entry
 */
function takeOut(own, { stack, workload, limits }) {
  const workloads = own[stack] ?? {};
  const left = Object.entries(workloads[workload] ?? {}).filter(([key]) => !(key in limits));
  delete workloads[workload];
  if (left.length > 0) workloads[workload] = Object.fromEntries(left);
  if (Object.keys(workloads).length === 0) delete own[stack];
}

/**
 * @param {string} root the house
 * @param {Thresholds} thresholds
 */
function writeThresholds(root, thresholds) {
  fs.writeFileSync(path.join(root, FILE), textOf(thresholds));
}

/**
 * @param {Thresholds} thresholds
 * @returns {string} JSON, with innermost objects on one line as Prettier leaves them
 */
function textOf(thresholds) {
  const text = JSON.stringify(thresholds, null, 2);
  const joined = text.replace(/^(.*)\{\n([^{}]*)\n *\}/gm, (whole, before, inner) => {
    const line = `${before}{ ${inner.trim().replace(/\n */g, ' ')} }`;
    // A comma may follow.
    return line.length < COLUMNS ? line : whole;
  });
  return `${joined}\n`;
}

module.exports = { withLimits, writeThresholds };
