/** Makes the items of a stream only when the consumer can take them, and tells how it goes. */
'use strict';

const { once } = require('node:events');
const { Problem } = require('./problem');

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {'flowing' | 'paused' | 'completed' | 'cancelled'} State */
/** @typedef {{ produced: number, pauses: number, state: State }} Signals */
/** @typedef {{ id: string, items: number, size: number }} Wanted */
/** @typedef {(seq: number, signals: Signals) => boolean} Wants whether an item is to be sent */

const PAUSED_AFTER_MILLIS = 100;
const REMEMBERED_MILLIS = 60_000;
const REMEMBERED_STREAMS = 1_000;

/** @type {Map<string, Signals>} */
const streams = new Map();
/** @type {Set<Signals>} */
const ended = new Set();

/**
 * @param {string} id
 * @returns {Signals}
 */
function signalsOf(id) {
  const signals = streams.get(id);
  if (signals === undefined) throw new Problem(404, 'There is no stream of this id.');
  return signals;
}

/**
 * @param {ServerResponse} response
 * @param {Wanted} wanted
 * @param {{ waits?: boolean, wants?: Wants }} [habits] whether it waits for the consumer, and which items it sends
 */
async function sendStream(response, wanted, { waits = true, wants = () => true } = {}) {
  const signals = begin(wanted.id);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  try {
    while (signals.produced < wanted.items && !gone.signal.aborted) {
      const seq = signals.produced++;
      if (!wants(seq, signals)) continue;
      const taken = response.write(item(seq, wanted.size));
      if (!taken && waits) await untilTaken(response, signals, gone.signal);
    }
    if (!gone.signal.aborted)
      await new Promise((resolve) => response.end(resolve).once('close', resolve));
  } finally {
    end(wanted.id, signals, response.writableFinished ? 'completed' : 'cancelled');
  }
}

/**
 * @param {string} id
 * @returns {Signals}
 */
function begin(id) {
  const known = streams.get(id);
  if (known !== undefined && !ended.has(known))
    throw new Problem(409, 'This stream flows already.');
  /** @type {Signals} */
  const signals = { produced: 0, pauses: 0, state: 'flowing' };
  streams.set(id, signals);
  return signals;
}

/**
 * @param {ServerResponse} response
 * @param {Signals} signals
 * @param {AbortSignal} gone
 */
async function untilTaken(response, signals, gone) {
  const timer = setTimeout(() => {
    signals.state = 'paused';
    signals.pauses++;
  }, PAUSED_AFTER_MILLIS);
  try {
    await once(response, 'drain', { signal: gone });
    signals.state = 'flowing';
  } catch (error) {
    if (!gone.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {string} id
 * @param {Signals} signals
 * @param {State} state
 */
function end(id, signals, state) {
  signals.state = state;
  ended.add(signals);
  const forget = () => {
    ended.delete(signals);
    if (streams.get(id) === signals) streams.delete(id);
  };
  setTimeout(forget, REMEMBERED_MILLIS).unref();
  if (ended.size > REMEMBERED_STREAMS) forgetOldest();
}

function forgetOldest() {
  const [oldest] = ended;
  ended.delete(oldest);
  for (const [id, signals] of streams) if (signals === oldest) streams.delete(id);
}

/**
 * @param {number} seq
 * @param {number} size
 * @returns {string} one line of so many bytes
 */
function item(seq, size) {
  const short = `{"seq":${seq}`;
  const padding = size - short.length - ',"pad":""}\n'.length;
  if (padding < 0) return `${short}${' '.repeat(size - short.length - 2)}}\n`;
  return `${short},"pad":"${'x'.repeat(padding)}"}\n`;
}

module.exports = { sendStream, signalsOf };
