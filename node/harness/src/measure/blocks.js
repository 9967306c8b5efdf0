/** Pairs two things that are measured in turn, so that what drifts with time hits both alike. */
'use strict';

const { median } = require('./steady');

/**
 * Measures A B, B A, A B, ... and divides within each block.
 *
 * @param {number} blocks
 * @param {() => Promise<number>} subject
 * @param {() => Promise<number>} reference
 * @returns {Promise<{ measured: number, range: [number, number], blocks: number }>} the median of
 *   subject / reference, with the least and the greatest block
 */
async function pairedRatio(blocks, subject, reference) {
  const ratios = [];
  for (let block = 0; block < blocks; block++) {
    ratios.push(
      block % 2 === 0 ? await forward(subject, reference) : await backward(subject, reference),
    );
  }
  return {
    measured: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    blocks,
  };
}

/** @type {(subject: () => Promise<number>, reference: () => Promise<number>) => Promise<number>} */
async function forward(subject, reference) {
  const above = await subject();
  return above / (await reference());
}

/** @type {(subject: () => Promise<number>, reference: () => Promise<number>) => Promise<number>} */
async function backward(subject, reference) {
  const below = await reference();
  return (await subject()) / below;
}

module.exports = { pairedRatio };
