/** Measures stacks beside their yardsticks and writes their limits into thresholds.json. */
'use strict';

const { limitsFrom, unlimited } = require('../measure/calibration');
const { withLimits, writeThresholds } = require('../thresholds/write-thresholds');
const { measureJudged } = require('./run-gate');

/**
 * @typedef {import('./house').House} House
 * @typedef {import('./run-gate').JudgedRun} JudgedRun
 * @typedef {import('../measure/calibration').Calibrated} Calibrated
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 */

/**
 * @typedef {Omit<JudgedRun, 'thresholds' | 'variants' | 'warmedOn' | 'processesMax'> & CalibrationOptions} Calibration
 * @typedef {{ slack: number, blocks: number, rounds: number, only?: SliceKind }} CalibrationOptions
 */

/**
 * @param {House} house
 * @param {Variant[]} subjects
 * @param {Calibration} calibration
 * @returns {Promise<Calibrated>}
 */
async function runCalibrate(house, subjects, calibration) {
  const { slack, blocks, rounds, only, ...run } = calibration;
  const { root, variants, contracts: warmedOn } = house;
  const thresholds = unlimited(subjects, run.contracts, { blocks, only });
  const cells = [];
  // Limits are no more than a unit here: nothing of what lies below them is to be asked again.
  const round = { ...run, variants, thresholds, warmedOn, processesMax: 1 };
  while (cells.length < rounds) cells.push((await measureJudged(subjects, round)).cells);
  const calibrated = limitsFrom(cells, slack);
  writeThresholds(root, withLimits(house.thresholds, calibrated.entries));
  return calibrated;
}

module.exports = { runCalibrate };
