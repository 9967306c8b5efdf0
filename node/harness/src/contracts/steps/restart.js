/** The step `restart`: the server ends when asked, and is started again with the same services. */
'use strict';

const { NotStarted } = require('../../stacks');
const { stopMismatches } = require('./stop');

/** @typedef {import('../hold-response').Mismatch} Mismatch */

/** A runtime may take its time to start, which is not what the case is about. */
const START_MILLIS = 60_000;

/** @type {import('../stage').StepKind} */
const restartStep = {
  name: () => 'restart',
  moreMillis: START_MILLIS,
  async run(_step, stage) {
    stage.awaits('/restart', 'the server to end and to start again');
    const found = stopMismatches(await stage.server.stop(), 0, '/restart');
    return found.length > 0 ? found : startMismatches(stage);
  },
};

/**
 * @param {import('../stage').Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function startMismatches(stage) {
  try {
    await stage.startAgain();
    return [];
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    const expected = 'a server that starts again';
    return [{ pointer: '/restart', what: '', expected, actual: error.message }];
  }
}

module.exports = { restartStep };
