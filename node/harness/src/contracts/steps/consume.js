/** The step `consume`: a consumer of a stream that reads, pauses, reads on or vanishes. */
'use strict';

const http = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { pointerTo } = require('../../input/invalid-input');
const { quoted } = require('../hold-response');
const { StreamConsumer } = require('../stream-consumer');
const { awaitSignals } = require('./signals');

/** @typedef {import('../hold-response').Mismatch} Mismatch */
/** @typedef {import('../stage').Stage} Stage */

/** @type {import('../stage').StepKind} */
const consumeStep = {
  name: ({ consume }) => `a consumer of ${pathOf(consume)}`,
  async run({ consume }, stage) {
    stage.awaits('/consume', `GET ${pathOf(consume)} to answer`);
    const { response, request } = await open(pathOf(consume), stage);
    try {
      if (response.statusCode !== 200) return [await refused(response)];
      const consumer = new StreamConsumer(response, consume.size);
      return await follow(consume, consumer, stage);
    } finally {
      request.destroy();
    }
  },
};

/**
 * @param {{ id: string, items: number, size: number }} consume
 * @returns {string}
 */
function pathOf({ id, items, size }) {
  return `/stream?id=${encodeURIComponent(id)}&items=${items}&size=${size}`;
}

/**
 * @param {string} path
 * @param {Stage} stage
 * @returns {Promise<{ request: http.ClientRequest, response: http.IncomingMessage }>}
 */
function open(path, { server: { host, port }, signal }) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host, port, path, agent: false, signal });
    // Once there is a response, its own error tells.
    request.on('error', reject);
    request.on('response', (response) => resolve({ request, response }));
    request.end();
  });
}

/**
 * @param {http.IncomingMessage} response
 * @returns {Promise<Mismatch>}
 */
async function refused(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const actual = `${response.statusCode} with body ${quoted(Buffer.concat(chunks))}`;
  return { pointer: '/consume', what: 'status', expected: '200', actual };
}

/**
 * @param {any} consume
 * @param {StreamConsumer} consumer
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function follow(consume, consumer, stage) {
  for (const [index, action] of consume.script.entries()) {
    const pointer = pointerTo('consume', 'script', index);
    const found = await act(action, pointer, consume, consumer, stage);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * @param {any} action
 * @param {string} pointer
 * @param {any} consume
 * @param {StreamConsumer} consumer
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function act(action, pointer, consume, consumer, stage) {
  if (action.pauseMillis !== undefined) {
    await sleep(action.pauseMillis, undefined, { signal: stage.signal });
    return [];
  }
  if (action.disconnect) {
    consumer.disconnect();
    return [];
  }
  if (action.signals !== undefined) {
    return awaitSignals(action.signals, `${pointer}/signals`, consume, consumer, stage);
  }
  const goal = action.readToEnd ? consume.items : consumer.items + itemsWanted(action);
  stage.awaits(pointer, `items up to the ${goal}th`);
  if (action.readSlowly) await readSlowly(action.readSlowly, consumer, stage);
  else await consumer.readUntil(goal, action.readToEnd === true);
  return readMismatches(consumer, goal, action.readToEnd === true, pointer);
}

/**
 * @param {any} action
 * @returns {number}
 */
function itemsWanted({ readItems, readSlowly }) {
  return readItems ?? readSlowly.items;
}

/**
 * @param {{ items: number, itemsPerSecond: number }} pace
 * @param {StreamConsumer} consumer
 * @param {Stage} stage
 */
async function readSlowly({ items, itemsPerSecond }, consumer, { signal }) {
  const begin = consumer.items;
  const began = Date.now();
  for (let read = 1; read <= items && !consumer.over; read++) {
    await consumer.readUntil(begin + read, false);
    const due = began + (read * 1000) / itemsPerSecond;
    if (due > Date.now()) await sleep(due - Date.now(), undefined, { signal });
  }
}

/**
 * @param {StreamConsumer} consumer
 * @param {number} goal
 * @param {boolean} toEnd
 * @param {string} pointer
 * @returns {Mismatch[]}
 */
function readMismatches(consumer, goal, toEnd, pointer) {
  if (consumer.difference) return [{ pointer, ...consumer.difference }];
  if (consumer.items >= goal && (!toEnd || consumer.endedCleanly(goal))) return [];
  const expected = toEnd ? `${goal} items and then the end` : `${goal} items`;
  return [{ pointer, what: 'the stream', expected, actual: consumer.howItStands() }];
}

module.exports = { consumeStep };
