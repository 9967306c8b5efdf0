/** Chooses the loop that a specification asks for. */
'use strict';

const { ClosedLoop } = require('./closed-loop');
const { OpenLoop } = require('./open-loop');

/**
 * @param {import('./specification').Specification} specification
 * @param {import('./tally').Tally} tally
 * @returns {ClosedLoop | OpenLoop}
 */
function loopOf({ ratePerSecond, timeoutSeconds, ownsCore }, tally) {
  return ratePerSecond
    ? new OpenLoop(tally, { ratePerSecond, timeoutSeconds })
    : new ClosedLoop(tally, { ownsCore, timeoutSeconds });
}

module.exports = { loopOf };
