/** The step `stop`: the server ends when asked, in time and leaving nothing. */
'use strict';

/** @typedef {import('../hold-response').Mismatch} Mismatch */

/** @type {import('../stage').StepKind} */
const stopStep = {
  name: () => 'SIGTERM',
  async run({ stop: { exitCode, withinMillis } }, { server }) {
    return stopMismatches(await server.stop({ withinMillis }), exitCode, '/stop');
  },
};

/**
 * @param {import('../../stacks/server').Stopped} stopped
 * @param {number} exitCode the expected one
 * @param {string} pointer
 * @returns {Mismatch[]}
 */
function stopMismatches({ exitCode: actualCode, signal, leftBehind }, exitCode, pointer) {
  const ended = signal === null ? `exit code ${actualCode}` : `ended by ${signal}`;
  const left = leftBehind.map((what) => ({
    pointer,
    what: 'left behind',
    expected: 'nothing',
    actual: what,
  }));
  if (actualCode === exitCode) return left;
  return [{ pointer, what: 'end', expected: `exit code ${exitCode}`, actual: ended }, ...left];
}

module.exports = { stopStep, stopMismatches };
