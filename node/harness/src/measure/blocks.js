/** Pairs two things that are measured in turn, so that what drifts with time hits both alike. */
'use strict';

const { median } = require('./steady');

/** @typedef {() => Promise<number>} Arm */

/**
 * Measures A B, B A, A B, ... and divides within each block.
 *
 * @param {number} blocks
 * @param {Arm} subject
 * @param {Arm} reference
 * @returns {Promise<number[]>} subject / reference of each block
 */
async function pairedRatios(blocks, subject, reference) {
  const ratios = [];
  for (let block = 0; block < blocks; block++) {
    const ratio = block % 2 === 0 ? forward(subject, reference) : backward(subject, reference);
    ratios.push(await ratio);
  }
  return ratios;
}

/**
 * @param {number[]} ratios at least one
 * @returns {{ measured: number, range: [number, number], blocks: number }} the median, with the
 *   least and the greatest
 */
function summary(ratios) {
  return {
    measured: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    blocks: ratios.length,
  };
}

/** @type {(subject: Arm, reference: Arm) => Promise<number>} */
async function forward(subject, reference) {
  const above = await subject();
  return above / (await reference());
}

/** @type {(subject: Arm, reference: Arm) => Promise<number>} */
async function backward(subject, reference) {
  const below = await reference();
  return (await subject()) / below;
}

module.exports = { pairedRatios, summary };
