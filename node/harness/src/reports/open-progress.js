/** Chooses how a run is shown while it goes on: live on a terminal, as plain lines elsewhere and in CI, or not at all. */
'use strict';

const { LiveView } = require('./live-view');
const { Progress, Silence } = require('./progress');

/**
 * @param {{ isQuiet?: boolean, output?: NodeJS.WriteStream, environment?: NodeJS.ProcessEnv }} [how]
 * @returns {Promise<Progress>}
 */
async function openProgress(how = {}) {
  const { isQuiet = false, output = process.stderr, environment = process.env } = how;
  if (isQuiet) return new Silence();
  if (!isLive(output, environment)) return new Progress({ write: (text) => output.write(text) });
  const { createLogUpdate } = await import('log-update');
  // The view hides the cursor itself: the library shows it again on process.stderr alone.
  const update = createLogUpdate(output, { showCursor: true });
  return new LiveView(
    output,
    { draw: update, clear: update.clear },
    {
      // NO_COLOR and TERM are looked at there.
      hasColors: output.hasColors?.(environment) ?? false,
      shared: process.stdout.isTTY ? [process.stdout] : [],
    },
  );
}

/**
 * @param {{ isTTY?: boolean }} output
 * @param {NodeJS.ProcessEnv} environment
 */
function isLive({ isTTY }, { CI: ci = '', TERM: term }) {
  return isTTY === true && ['', '0', 'false'].includes(ci) && term !== 'dumb';
}

module.exports = { openProgress };
