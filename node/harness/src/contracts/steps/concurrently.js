/** The step `concurrently`: clients that run the same exchanges at once, each with words of its own. */
'use strict';

const { httpExchange } = require('../http-exchange');
const { freshWords } = require('../words');

/** @typedef {import('../load-contracts').Step} Step */
/** @typedef {import('../stage').Stage} Stage */
/** @typedef {import('../stage').StepMismatch} StepMismatch */

/** What is wrong in one lane is mostly wrong in all. */
const TOLD_MISMATCHES = 3;
/** Each exchange keeps to the time of a step; all together may take longer on a cold server or a busy machine. */
const MORE_MILLIS = 20_000;

/** @type {import('../stage').StepKind} */
const concurrentlyStep = {
  name: ({ concurrently: { lanes, times } }) => `${lanes} clients at once, ${times} times each`,
  moreMillis: MORE_MILLIS,
  async run({ concurrently, steps }, stage) {
    stage.awaits('/steps', 'the end of all runs');
    const lanes = Array.from({ length: concurrently.lanes }, (_, index) =>
      runLane(index + 1, concurrently.times, steps, stage),
    );
    return (await Promise.all(lanes)).flat().slice(0, TOLD_MISMATCHES);
  },
};

/**
 * @param {number} lane from 1
 * @param {number} times
 * @param {Step[]} steps
 * @param {Stage} stage
 * @returns {Promise<StepMismatch[]>} the first mismatch, which ends the lane
 */
async function runLane(lane, times, steps, stage) {
  for (let run = 1; run <= times; run++) {
    // So many at once are to burden the server, not whoever asks: in the plain way, whatever the stage's.
    const changes = { words: freshWords(stage.words), exchange: httpExchange };
    const found = await stage.runNested(steps, '/steps', changes);
    if (found.length > 0) {
      return [{ ...found[0], step: `lane ${lane}, run ${run}, ${found[0].step}` }];
    }
  }
  return [];
}

module.exports = { concurrentlyStep };
