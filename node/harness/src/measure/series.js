/** The harms of one metric, block by block, of one set of processes. */
'use strict';

const { figureOf, harmOf, whyNoFigure } = require('./metric');

/**
 * @typedef {import('./metric').Metric} Metric
 * @typedef {import('./records').Block} Block
 * @typedef {import('./records').ServedSample} ServedSample
 * @typedef {import('./records').SliceRecord} SliceRecord
 */

/**
 * @typedef {object} Series
 * @property {number[]} harms of the blocks that count, in order of time
 * @property {string[]} leftOut why the others do not
 * @property {number[]} compilerShares of one core, what the compilers of a JVM had in the blocks that count; none on Node
 */

/**
 * @param {Metric} metric
 * @param {Block[]} blocks of one comparison and one set of processes
 * @returns {Series}
 */
function seriesOf(metric, blocks) {
  /** @type {Series} */
  const series = { harms: [], leftOut: [], compilerShares: [] };
  for (const block of blocks.filter(({ subject }) => subject.kind === metric.kind)) {
    const why = whyLeftOut(metric, block);
    if (why !== null) {
      series.leftOut.push(why);
      continue;
    }
    series.harms.push(harmIn(metric, block));
    const share = block.subject.sample?.server.compilerShare ?? null;
    if (share !== null) series.compilerShares.push(share);
  }
  return series;
}

/**
 * @param {Metric} metric
 * @param {Block} block that counts
 */
function harmIn({ kind, limit, isRelative }, { subject, reference }) {
  const figure = (/** @type {SliceRecord | null} */ record) =>
    figureOf(kind, /** @type {ServedSample} */ (record?.sample));
  return harmOf(limit, figure(subject), isRelative ? figure(reference) : 1);
}

/**
 * @param {Metric} metric
 * @param {Block} block
 * @returns {string | null}
 */
function whyLeftOut({ isRelative }, { subject, reference }) {
  const own = whyUnusable(subject);
  if (own !== null || !isRelative) return own;
  if (reference === null) return 'the reference was not measured';
  const others = whyUnusable(reference);
  return others === null ? null : `${reference.arm}: ${others}`;
}

/** @param {SliceRecord} record */
function whyUnusable({ kind, invalid, problem, sample }) {
  if (invalid !== null || problem !== null) return invalid ?? problem;
  if (sample === null) return 'no sample';
  if (sample.errors.total > 0) return 'wrong answers';
  return kind === 'warm-up' ? 'it is of the warm-up' : whyNoFigure(kind, sample);
}

module.exports = { seriesOf };
