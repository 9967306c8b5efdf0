/** The step `await`: repeats an exchange until it holds, and goes on to. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { holdResponse } = require('../hold-response');
const { pageText, requestName } = require('./exchange');

const EVERY_MILLIS = 50;
/** In a row: the processes of a cluster take turns, and each finds for itself that a service is back. */
const HOLDS = 4;

/** @type {import('../stage').StepKind} */
const awaitStep = {
  name: ({ await: { request, withinMillis } }) =>
    `${requestName(request)}, repeated for ${withinMillis} ms`,
  async run({ await: { request, response, withinMillis } }, stage) {
    stage.awaits('/await/response', 'an answer');
    const deadline = Date.now() + withinMillis;
    for (let held = 0; ;) {
      const actual = await stage.exchange(stage.server, request, stage.signal);
      const found = holdResponse(actual, response, pageText(stage));
      held = found.length === 0 ? held + 1 : 0;
      if (held === HOLDS) return [];
      if (held === 0 && Date.now() >= deadline) {
        return found.map((each) => ({ ...each, pointer: `/await${each.pointer}` }));
      }
      await sleep(EVERY_MILLIS, undefined, { signal: stage.signal });
    }
  },
};

module.exports = { awaitStep };
