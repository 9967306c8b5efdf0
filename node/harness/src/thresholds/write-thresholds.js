/** Writes thresholds.json after a calibration, so that a person can read and compare it: a line for each entry. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { FILE } = require('./load-thresholds');
const { USUAL } = require('./usual');

/** @typedef {import('./load-thresholds').Thresholds} Thresholds */
/** @typedef {import('./load-thresholds').Limits} Limits */
/** @typedef {{ stack: string, workload: string, limits: Limits }} Entry */

const COLUMNS = 100;
const SCHEMA = 'contracts/schema/thresholds.schema.json';

/**
 * @param {Thresholds | null} thresholds as they are
 * @param {Entry[]} measured
 * @returns {Thresholds} with the new limits; those that were not measured stay, absolute ones too
 */
function withLimits(thresholds, measured) {
  const { stacks, ...rest } = structuredClone(thresholds ?? { $schema: SCHEMA, ...USUAL });
  for (const { stack, workload, limits } of measured) {
    const workloads = (stacks[stack] ??= {});
    workloads[workload] = { ...workloads[workload], ...limits };
  }
  return { ...rest, stacks };
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
 * @returns {string} JSON, with innermost objects and lists on one line as Prettier leaves them
 */
function textOf(thresholds) {
  const text = JSON.stringify(thresholds, null, 2);
  const joined = text.replace(/^(.*)([[{])\n([^[\]{}]*)\n *([\]}])/gm, joinedLine);
  return `${joined}\n`;
}

/**
 * @param {string} whole
 * @param {string} before
 * @param {string} opening
 * @param {string} inner
 * @param {string} closing
 */
function joinedLine(whole, before, opening, inner, closing) {
  const space = opening === '{' ? ' ' : '';
  const line = `${before}${opening}${space}${inner.trim().replace(/\n */g, ' ')}${space}${closing}`;
  // A comma may follow.
  return line.length < COLUMNS ? line : whole;
}

module.exports = { withLimits, writeThresholds };
