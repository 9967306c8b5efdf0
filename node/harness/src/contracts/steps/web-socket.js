/** The step `webSocket`: one WebSocket connection, what is sent on it and what must come. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { pointerTo } = require('../../input/invalid-input');
const { contentBytes } = require('../content');
const { quoted } = require('../hold-response');
const { BINARY, CLOSE, TEXT, closePayload, frame } = require('../web-socket-frame');
const { openConversation } = require('../web-socket-conversation');
const { drain, flood } = require('./web-socket-flood');

/** @typedef {import('../hold-response').Mismatch} Mismatch */
/** @typedef {import('../load-contracts').Content} Content */
/** @typedef {import('../stage').Stage} Stage */
/** @typedef {import('../web-socket-conversation').Conversation} Conversation */
/** @typedef {import('../web-socket-conversation').Heard} Heard */

/** @type {import('../stage').StepKind} */
const webSocketStep = {
  name: ({ webSocket }) => `WebSocket ${webSocket.path}`,
  async run({ webSocket: { path, exchange } }, stage) {
    stage.awaits('/webSocket', `a WebSocket connection on ${path}`);
    const conversation = await openConversation(stage.server, path, stage.signal);
    try {
      for (const [index, action] of exchange.entries()) {
        const found = await act(
          action,
          pointerTo('webSocket', 'exchange', index),
          conversation,
          stage,
        );
        if (found.length > 0) return found;
      }
      return unexpected(conversation);
    } finally {
      conversation.abort();
    }
  },
};

/** What each action does; those that expect something tell what differs. */
const ACTIONS = {
  sendText: (/** @type {Content} */ content, /** @type {Conversation} */ conversation) =>
    conversation.send(frame({ opcode: TEXT, payload: contentBytes(content) })),
  sendBinary: (/** @type {Content} */ content, /** @type {Conversation} */ conversation) =>
    conversation.send(frame({ opcode: BINARY, payload: contentBytes(content) })),
  sendFrame: (/** @type {any} */ described, /** @type {Conversation} */ conversation) =>
    conversation.send(describedFrame(described)),
  abort: (/** @type {true} */ _yes, /** @type {Conversation} */ conversation) =>
    conversation.abort(),
};

/**
 * @param {any} action
 * @param {string} pointer
 * @param {Conversation} conversation
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function act(action, pointer, conversation, stage) {
  const [name, value] = Object.entries(action)[0];
  const place = `${pointer}/${name}`;
  if (name in ACTIONS) {
    stage.awaits(place, `${name} to be taken by the connection`);
    await ACTIONS[/** @type {keyof ACTIONS} */ (name)](value, conversation);
    return [];
  }
  switch (name) {
    case 'pauseMillis':
      await sleep(value, undefined, { signal: stage.signal });
      return [];
    case 'expectText':
      return expect({ kind: 'text', bytes: contentBytes(value) }, place, conversation, stage);
    case 'expectBinary':
      return expect({ kind: 'binary', bytes: contentBytes(value) }, place, conversation, stage);
    case 'expectPong':
      return expect({ kind: 'pong', bytes: contentBytes(value) }, place, conversation, stage);
    case 'expectClose':
      return expectClose(value, place, conversation, stage);
    case 'close':
      await conversation.send(frame({ opcode: CLOSE, payload: closePayload(value) }));
      return expectClose([value.code ?? 1005], place, conversation, stage);
    case 'flood':
      return flood(value, place, conversation, stage);
    case 'drain':
      return drain(place, conversation, stage);
    default:
      throw new Error(`no such WebSocket action: ${name}`);
  }
}

/**
 * @param {any} described as in the contract
 * @returns {Buffer}
 */
function describedFrame({ opcode, final, reserved, masked, payload, close, announcedBytes }) {
  const bytes = close ? closePayload(close) : payload ? contentBytes(payload) : Buffer.alloc(0);
  return frame({ opcode, final, reserved, masked, payload: bytes, announcedBytes });
}

/**
 * @param {{ kind: 'text' | 'binary' | 'pong', bytes: Buffer }} wanted
 * @param {string} pointer
 * @param {Conversation} conversation
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function expect({ kind, bytes }, pointer, conversation, stage) {
  const expected = `${kind} ${quoted(bytes)}`;
  stage.awaits(pointer, expected);
  const heard = await conversation.next();
  if (heard.kind === kind && heard.bytes.equals(bytes)) return [];
  return [{ pointer, what: '', expected, actual: told(heard) }];
}

/**
 * @param {number[]} codes
 * @param {string} pointer
 * @param {Conversation} conversation
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function expectClose(codes, pointer, conversation, stage) {
  const expected = `close ${codes.join(' or ')}`;
  stage.awaits(pointer, expected);
  const heard = await conversation.next();
  if (heard.kind === 'close' && codes.includes(heard.code)) return [];
  return [{ pointer, what: '', expected, actual: told(heard) }];
}

/**
 * @param {Conversation} conversation
 * @returns {Mismatch[]}
 */
function unexpected(conversation) {
  const rest = conversation.unheard().filter(({ kind }) => kind !== 'close');
  if (rest.length === 0) return [];
  const actual = told(rest[0]);
  return [{ pointer: '/webSocket/exchange', what: '', expected: 'nothing more', actual }];
}

/**
 * @param {Heard} heard
 * @returns {string}
 */
function told(heard) {
  if (heard.kind !== 'close') return `${heard.kind} ${quoted(heard.bytes)}`;
  const why = heard.reason ? ` (${heard.reason})` : '';
  if (heard.code === 1006) return `the connection ended without a close frame (1006)${why}`;
  return `close ${heard.code}${why}`;
}

module.exports = { webSocketStep };
