/** The WebSocket words `flood` and `drain`: a client that sends and does not read, and then reads it all. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { BINARY, frame } = require('../web-socket-frame');

/** @typedef {import('../hold-response').Mismatch} Mismatch */
/** @typedef {import('../stage').Stage} Stage */
/** @typedef {import('../web-socket-conversation').Conversation} Conversation */

const MEBIBYTE = 1_048_576;
const STANDSTILL_MILLIS = 1_000;

/**
 * @param {{ messageBytes: number, offeredMiB: number, acceptedMiBMax: number }} flood
 * @param {string} pointer
 * @param {Conversation} conversation
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function flood({ messageBytes, offeredMiB, acceptedMiBMax }, pointer, conversation, stage) {
  const expected = `at most ${acceptedMiBMax} MiB accepted while nobody reads`;
  stage.awaits(pointer, expected);
  conversation.pause();
  const offered = Math.floor((offeredMiB * MEBIBYTE) / messageBytes);
  let accepted = 0;
  for (let count = 0; count < offered; count++) {
    const message = numbered(count, messageBytes);
    // The one on which the server comes to a standstill is delivered when it reads on.
    conversation.flooded.push(message);
    const sent = conversation.send(frame({ opcode: BINARY, payload: message }));
    const outcome = await Promise.race([sent, sleep(STANDSTILL_MILLIS, 'standstill', stage)]);
    if (outcome === 'standstill') break;
    if (!outcome) {
      const actual = `the connection ended after ${mebibytes(accepted)}`;
      return [{ pointer, what: '', expected: 'a connection that stays open', actual }];
    }
    accepted += messageBytes;
  }
  if (accepted <= acceptedMiBMax * MEBIBYTE) return [];
  return [{ pointer, what: '', expected, actual: `${mebibytes(accepted)} accepted` }];
}

/**
 * @param {string} pointer
 * @param {Conversation} conversation
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function drain(pointer, conversation, stage) {
  const all = conversation.flooded.length;
  conversation.resume();
  for (let count = 0; conversation.flooded.length > 0; count++) {
    const expected = `message ${count + 1} of ${all} as it was sent`;
    stage.awaits(pointer, expected);
    const wanted = /** @type {Buffer} */ (conversation.flooded.shift());
    const heard = await conversation.next();
    if (heard.kind === 'binary' && heard.bytes.equals(wanted)) continue;
    const actual = heard.kind === 'close' ? `close ${heard.code}` : `another ${heard.kind} message`;
    return [{ pointer, what: '', expected, actual }];
  }
  return [];
}

/**
 * @param {number} number
 * @param {number} bytes
 * @returns {Buffer} a message that no other one equals, as far as its length allows
 */
function numbered(number, bytes) {
  const message = Buffer.alloc(bytes, number & 0xff);
  message.write(`${number} `.slice(0, bytes), 'latin1');
  return message;
}

/**
 * @param {number} bytes
 * @returns {string}
 */
function mebibytes(bytes) {
  return `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}

module.exports = { flood, drain };
