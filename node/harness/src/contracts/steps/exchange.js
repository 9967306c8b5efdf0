/** The step `request`, `response`, `capture`: one HTTP exchange. */
'use strict';

const { pointerTo } = require('../../input/invalid-input');
const { captureOf } = require('../capture');
const { holdResponse, parsed } = require('../hold-response');
const { replaceWords } = require('../words');

/** @typedef {import('../http-exchange').HttpResponse} HttpResponse */
/** @typedef {import('../hold-response').Mismatch} Mismatch */
/** @typedef {import('../stage').Stage} Stage */

/** What takes longer than twice the time was not only held up. */
const PAUSE_MAX = 2;

/** @type {import('../stage').StepKind} */
const exchangeStep = {
  name: ({ request }) => requestName(request),
  async run({ request, response, capture, withinMillis }, stage) {
    awaitAnswer(withinMillis, stage);
    const began = performance.now();
    const actual = await stage.exchange(stage.server, request, stage.signal);
    const found = [
      ...latenessMismatches(withinMillis, performance.now() - began),
      ...holdResponse(actual, response, pageText(stage)),
    ];
    return found.length > 0 ? found : captureInto(stage.words, actual, capture ?? {});
  },
};

/**
 * @param {number | undefined} withinMillis
 * @param {Stage} stage
 */
function awaitAnswer(withinMillis, stage) {
  if (withinMillis === undefined) stage.awaits('/response', 'an answer');
  else stage.awaits('/withinMillis', answerWithin(withinMillis));
}

/**
 * @param {number} withinMillis
 * @returns {string}
 */
function answerWithin(withinMillis) {
  return `an answer within ${withinMillis} ms`;
}

/**
 * @param {number | undefined} withinMillis
 * @param {number} millis how long the whole answer took
 * @returns {Mismatch[]}
 */
function latenessMismatches(withinMillis, millis) {
  if (withinMillis === undefined || millis <= withinMillis) return [];
  const actual = `an answer after ${Math.ceil(millis)} ms`;
  const expected = answerWithin(withinMillis);
  const isPause = millis <= PAUSE_MAX * withinMillis;
  return [{ pointer: '/withinMillis', what: '', expected, actual, isPause }];
}

/**
 * @param {{ method?: string, path: string }} request
 * @returns {string} such as `GET /hello`
 */
function requestName({ method = 'GET', path }) {
  return `${method} ${path}`;
}

/**
 * @param {Stage} stage
 * @returns {(name: string) => string} the text of a page, with the words that are known
 */
function pageText({ contract, words }) {
  return (name) => replaceWords(contract.pages[name], words);
}

/**
 * @param {import('../words').Words} words is added to
 * @param {HttpResponse} response
 * @param {Record<string, { from: string, pattern?: string }>} captures
 * @returns {Mismatch[]}
 */
function captureInto(words, { headers, body }, captures) {
  const text = () => body.toString('utf8');
  const answer = {
    header: (/** @type {string} */ name) => headers[name],
    text,
    json: () => parsed(text()),
  };
  return Object.entries(captures).flatMap(([name, where]) => {
    const found = captureOf(name, where)(answer);
    if (!('value' in found)) return [{ pointer: pointerTo('capture', name), ...found }];
    words.set(name, found.value);
    return [];
  });
}

module.exports = { exchangeStep, requestName, pageText };
