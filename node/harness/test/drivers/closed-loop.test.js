/** When the closed loop ends, though a timer comes early or a connection is just being opened again. */
'use strict';

const { performance } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const { ClosedLoop } = require('../../src/drivers/closed-loop');

/** @typedef {import('../../src/drivers/tally').Tally} Tally */

const CLOSES_AT = 10;

let now = 0;

beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => jest.restoreAllMocks());

/** @param {boolean} ownsCore */
function newLoop(ownsCore = false) {
  now = 0;
  const tally = {
    begin: () => {},
    waited: jest.fn(),
    closesAt: CLOSES_AT,
    errorsOf: () => 0,
    get open() {
      return now < CLOSES_AT;
    },
  };
  const loop = new ClosedLoop(/** @type {Tally} */ (/** @type {unknown} */ (tally)), {
    ownsCore,
    timeoutSeconds: 10,
  });
  let opened = 0;
  const connection = {
    open: async () => void opened++,
    send: jest.fn(),
    checkTime: () => {},
    close: jest.fn(),
  };
  return { loop, connection, opened: () => opened, waited: tally.waited };
}

test('an answer that is the last of its connection, before the window closes and after a timer that came early, ends it', async () => {
  const { loop, connection, opened } = newLoop();
  const run = loop.run([connection]);
  loop.ready(connection);
  await sleep(0);
  // The timer has fired by now, and by the clock the window is still open.
  now = CLOSES_AT - 0.1;
  await sleep(2 * CLOSES_AT);
  loop.reopen(connection, 0);
  loop.finished();
  expect(opened()).toBe(2);
  now = CLOSES_AT;
  // Too late to send.
  loop.ready(connection);
  expect(connection.send).toHaveBeenCalledTimes(1);
  await run;
  expect(connection.close).toHaveBeenCalledTimes(1);
});

test('what is in flight when the window closes is awaited', async () => {
  const { loop, connection } = newLoop();
  const run = loop.run([connection]);
  loop.ready(connection);
  now = CLOSES_AT;
  await sleep(2 * CLOSES_AT);
  expect(connection.close).not.toHaveBeenCalled();
  loop.ready(connection);
  loop.finished();
  await run;
  expect(connection.send).toHaveBeenCalledTimes(1);
});

test('a driver that has a core for itself turns until the window closes, and calls that no work', async () => {
  const { loop, connection, waited } = newLoop(true);
  const run = loop.run([connection]);
  await sleep(0);
  await sleep(0);
  const turns = waited.mock.calls.length;
  expect(turns).toBeGreaterThan(0);
  // A turn in which an answer came is work.
  now = 0.01;
  loop.ready(connection);
  loop.finished();
  await sleep(0);
  expect(waited).not.toHaveBeenCalledWith(0.01);
  now = CLOSES_AT;
  await run;
  const last = waited.mock.calls.length;
  await sleep(1);
  expect(waited).toHaveBeenCalledTimes(last);
});

test('one that has none sleeps', async () => {
  const { loop, connection, waited } = newLoop();
  const run = loop.run([connection]);
  await sleep(0);
  now = CLOSES_AT;
  await run;
  expect(waited).not.toHaveBeenCalled();
});
