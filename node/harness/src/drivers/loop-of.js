/** Chooses the loop that a specification asks for. */
'use strict';

const { ClosedLoop } = require('./closed-loop');
const { OpenLoop } = require('./open-loop');

/**
 * @param {import('./specification').Specification} specification
 * @param {import('./tally').Tally} tally
 * @returns {ClosedLoop | OpenLoop}
 */
function loopOf({ ratePerSecond, timeoutSeconds }, tally) {
  return ratePerSecond
    ? new OpenLoop(tally, { ratePerSecond, timeoutSeconds })
    : new ClosedLoop(tally, timeoutSeconds);
}

module.exports = { loopOf };
