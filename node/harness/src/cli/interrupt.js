/** Ctrl-C in any phase, or a reader who has gone: everything that was started is ended, and the exit code says why. */
'use strict';

const { constants } = require('node:os');

const SIGNAL_EXIT = 128;

const STARTER_EVERY_MILLIS = 250;

/** @type {() => string[]} */
let whatToDo = () => [];

/**
 * To be called before anything is started. Ending the process is all that is needed: what it started
 * is in the care of `stacks/cleanup.js`, which kills and removes it all on exit.
 *
 * @param {() => void} [beforeExit]
 */
function endOnSignals(beforeExit = () => {}) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      beforeExit();
      process.stderr.write(['interrupted', ...whatToDo()].map((line) => `${line}\n`).join(''));
      process.exit(SIGNAL_EXIT + constants.signals[signal]);
    });
  }
}

/** @param {() => string[]} lines that are written from now on when the run is interrupted */
function tellWhenInterrupted(lines) {
  whatToDo = lines;
}

/**
 * Ends as a program does whose terminal has gone, when the process has gone that LOADLINE_STARTER names: a test runner that
 * waits for us is ended by SIGTERM or SIGKILL alone, and cannot pass it on.
 */
function endWithStarter() {
  const { LOADLINE_STARTER: starter } = process.env;
  delete process.env.LOADLINE_STARTER;
  if (starter === undefined) return;
  const look = () => {
    if (process.ppid !== Number(starter)) process.exit(SIGNAL_EXIT + constants.signals.SIGHUP);
  };
  setInterval(look, STARTER_EVERY_MILLIS).unref();
}

/** `loadline check | head` ends as a program does that SIGPIPE ends: Node ignores that signal. */
function endWithoutReader() {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
      process.exit(SIGNAL_EXIT + constants.signals.SIGPIPE);
    });
  }
}

module.exports = { endOnSignals, endWithStarter, endWithoutReader, tellWhenInterrupted };
