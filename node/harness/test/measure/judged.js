/** Judges recorded slices as a run does, for tests of what is made of them. */
'use strict';

const { Records } = require('../../src/measure/records');
const { Verdicts, judgeRecords } = require('../../src/measure/verdicts');
const { metricOf } = require('../../src/measure/metric');
const { limitsOf } = require('../../src/thresholds/limits');

/**
 * @param {any[]} slices in order of time
 * @returns {Records} with the slices of one block together
 */
function recordsOf(slices) {
  const records = new Records();
  /** @type {Map<string, any[]>} */
  const blocks = new Map();
  for (const slice of slices) {
    const key = [slice.workload, slice.process, slice.block, slice.kind].join(' ');
    blocks.set(key, [...(blocks.get(key) ?? []), slice]);
  }
  for (const block of blocks.values()) records.add(block);
  return records;
}

/**
 * @param {any[]} slices
 * @param {any} thresholds
 */
function judgeBlocks(slices, thresholds) {
  return judgeRecords(recordsOf(slices), thresholds);
}

/** A run of node/a on hash, whose blocks a test gives one after the other. */
class Run {
  #records = new Records();

  /** @param {any} thresholds */
  constructor(thresholds) {
    const place = { group: 'node', subject: 'node/a', workload: 'hash' };
    const limits = limitsOf(thresholds, place.subject, place.workload);
    const metrics = limits.map((limit) => metricOf(place.subject, place.workload, limit));
    this.verdicts = new Verdicts([{ place, metrics }], thresholds.gate, this.#records);
    this.comparison = this.verdicts.comparisons[0];
  }

  /** @param {any[]} block */
  add(block) {
    this.#records.add(block);
  }

  /**
   * @param {(block: number) => any[]} block is asked for as long as more are wanted
   * @returns {number} how many there were
   */
  throughput(block) {
    let count = 0;
    while (this.comparison.needs('throughput', 1)) this.add(block(++count));
    return count;
  }
}

module.exports = { Run, judgeBlocks, recordsOf };
