/** The step `concurrently`: clients that run the same exchanges at once, each with words of its own. */
'use strict';

const { httpExchange } = require('../http-exchange');
const { freshWords } = require('../words');

/** @typedef {import('../load-contracts').Step} Step */
/** @typedef {import('../stage').Stage} Stage */
/** @typedef {import('../stage').StepMismatch} StepMismatch */
/** @typedef {{ lanes: number, times: number }} Plan */

/** What is wrong in one lane is mostly wrong in all. */
const TOLD_MISMATCHES = 3;

/** @type {import('../stage').StepKind} */
const concurrentlyStep = {
  name: ({ concurrently: { lanes, times } }) => `${lanes} clients at once, ${times} times each`,
  async run({ concurrently, steps }, stage) {
    const told = progressTeller(concurrently, stage);
    const lanes = Array.from({ length: concurrently.lanes }, (_, index) =>
      runLane(index + 1, concurrently.times, steps, stage, told),
    );
    return (await Promise.all(lanes)).flat().slice(0, TOLD_MISMATCHES);
  },
};

/**
 * @param {Plan} plan
 * @param {Stage} stage
 * @returns {() => void} to be called at the end of each run
 */
function progressTeller({ lanes, times }, stage) {
  let ended = -1;
  const tell = () => {
    ended++;
    stage.awaits('/steps', `the end of ${lanes * times} runs, of which ${ended} have ended`);
  };
  tell();
  return tell;
}

/**
 * @param {number} lane from 1
 * @param {number} times
 * @param {Step[]} steps
 * @param {Stage} stage
 * @param {() => void} onRunEnded
 * @returns {Promise<StepMismatch[]>} the first mismatch, which ends the lane
 */
async function runLane(lane, times, steps, stage, onRunEnded) {
  for (let run = 1; run <= times; run++) {
    // So many at once are to burden the server, not whoever asks: in the plain way, whatever the stage's.
    const changes = { words: freshWords(stage.words), exchange: httpExchange };
    const found = await stage.runNested(steps, '/steps', changes);
    if (found.length > 0) {
      return [{ ...found[0], step: `lane ${lane}, run ${run}, ${found[0].step}` }];
    }
    onRunEnded();
  }
  return [];
}

module.exports = { concurrentlyStep };
