/** The consumer's word `signals`: what the producer of a stream says of itself. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');

/** @typedef {import('../hold-response').Mismatch} Mismatch */
/** @typedef {import('../stage').Stage} Stage */
/** @typedef {import('../stream-consumer').StreamConsumer} StreamConsumer */
/** @typedef {{ produced: number, pauses: number, state: string }} Signals */
/** @typedef {{ key: string, expected: string, actual: string, holds: boolean }} Rule */

const EVERY_MILLIS = 50;
const MEBIBYTE = 1_048_576;

/**
 * @param {any} expected as in the contract
 * @param {string} pointer
 * @param {{ id: string, size: number }} consume
 * @param {StreamConsumer} consumer
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>} what did not hold when the time was over
 */
async function awaitSignals(expected, pointer, { id, size }, consumer, stage) {
  const path = `/stream/${encodeURIComponent(id)}/signals`;
  stage.awaits(pointer, `GET ${path} to answer`);
  const deadline = Date.now() + expected.withinMillis;
  let last = -1;
  let steadySince = Date.now();
  for (;;) {
    const response = await stage.exchange(stage.server, { path }, stage.signal);
    const signals = parsed(response);
    if (signals !== null && signals.produced !== last) {
      last = signals.produced;
      steadySince = Date.now();
    }
    const rules =
      signals === null
        ? [unreadable(response)]
        : rulesFor(expected, signals, size, consumer, Date.now() - steadySince);
    const broken = rules.filter(({ holds }) => !holds);
    if (broken.length === 0) return [];
    if (Date.now() >= deadline) return broken.map((rule) => mismatch(rule, pointer, path));
    await sleep(EVERY_MILLIS, undefined, { signal: stage.signal });
  }
}

/**
 * @param {any} expected
 * @param {Signals} signals
 * @param {number} size
 * @param {Pick<StreamConsumer, 'bytesRead' | 'bytesWaiting'>} consumer
 * @param {number} steadyMillis for how long `produced` has not moved
 * @returns {Rule[]}
 */
function rulesFor(expected, signals, size, consumer, steadyMillis) {
  const { state, aheadMiBMax, produced, pausesMin, steadyMillis: steady } = expected;
  const { bytesRead } = consumer;
  const bytesWaiting = aheadMiBMax === undefined ? 0 : consumer.bytesWaiting;
  const ahead = (signals.produced * size - bytesRead - bytesWaiting) / MEBIBYTE;
  return [
    { key: 'state', expected: state, actual: signals.state, holds: signals.state === state },
    {
      key: 'aheadMiBMax',
      expected: `at most ${aheadMiBMax} MiB produced ahead of the consumer`,
      actual: `${ahead.toFixed(1)} MiB (${signals.produced} items produced, ${bytesRead} bytes read, ${bytesWaiting} received)`,
      holds: aheadMiBMax === undefined || ahead <= aheadMiBMax,
    },
    {
      key: 'produced',
      expected: `${produced} items`,
      actual: `${signals.produced} items`,
      holds: produced === undefined || signals.produced === produced,
    },
    {
      key: 'pausesMin',
      expected: `at least ${pausesMin} pauses`,
      actual: `${signals.pauses} pauses`,
      holds: pausesMin === undefined || signals.pauses >= pausesMin,
    },
    {
      key: 'steadyMillis',
      expected: `nothing produced for ${steady} ms`,
      actual: `nothing produced for ${steadyMillis} ms`,
      holds: steady === undefined || steadyMillis >= steady,
    },
  ];
}

/**
 * @param {import('../http-exchange').HttpResponse} response
 * @returns {Signals | null}
 */
function parsed({ status, body }) {
  if (status !== 200) return null;
  try {
    const { produced, pauses, state } = JSON.parse(body.toString('utf8'));
    const isSignals =
      Number.isInteger(produced) && Number.isInteger(pauses) && typeof state === 'string';
    return isSignals ? { produced, pauses, state } : null;
  } catch {
    return null;
  }
}

/**
 * @param {import('../http-exchange').HttpResponse} response
 * @returns {Rule}
 */
function unreadable({ status, body }) {
  return {
    key: 'state',
    expected: '200 {"produced":n,"pauses":n,"state":"…"}',
    actual: `${status} ${body.toString('utf8')}`,
    holds: false,
  };
}

/**
 * @param {Rule} rule
 * @param {string} pointer
 * @param {string} path
 * @returns {Mismatch}
 */
function mismatch({ key, expected, actual }, pointer, path) {
  return { pointer: `${pointer}/${key}`, what: `GET ${path}: ${key}`, expected, actual };
}

module.exports = { awaitSignals };
