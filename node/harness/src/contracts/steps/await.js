/** The step `await`: repeats an exchange until it holds. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { holdResponse } = require('../hold-response');
const { pageText, requestName } = require('./exchange');

const EVERY_MILLIS = 50;

/** @type {import('../stage').StepKind} */
const awaitStep = {
  name: ({ await: { request, withinMillis } }) =>
    `${requestName(request)}, repeated for ${withinMillis} ms`,
  async run({ await: { request, response, withinMillis } }, stage) {
    stage.awaits('/await/response', 'an answer');
    const deadline = Date.now() + withinMillis;
    for (;;) {
      const actual = await stage.exchange(stage.server, request, stage.signal);
      const found = holdResponse(actual, response, pageText(stage));
      if (found.length === 0) return [];
      if (Date.now() >= deadline) {
        return found.map((each) => ({ ...each, pointer: `/await${each.pointer}` }));
      }
      await sleep(EVERY_MILLIS, undefined, { signal: stage.signal });
    }
  },
};

module.exports = { awaitStep };
