/** The step `wire`: bytes on a TCP connection exactly as they stand. */
'use strict';

const net = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');
const { pointerTo } = require('../../input/invalid-input');
const { fillChunks } = require('../content');
const { holdResponse } = require('../hold-response');
const { ResponseReader } = require('../response-reader');
const { pageText } = require('./exchange');
const { awaitTemporaryFiles } = require('./temporary-files');

/** @typedef {import('../hold-response').Mismatch} Mismatch */
/** @typedef {import('../stage').Stage} Stage */
/** @typedef {{ socket: net.Socket, reader: ResponseReader, method: string }} Line */

/** @type {import('../stage').StepKind} */
const wireStep = {
  name: ({ wire }) => `bytes on a connection, ${firstLine(wire)}`,
  async run({ wire, response }, stage) {
    const line = await connect(wire, stage);
    try {
      for (const [index, word] of wire.entries()) {
        const pointer = pointerTo('wire', index);
        stage.awaits(pointer, `${Object.keys(word)[0]} to be done`);
        const found = await speak(word, pointer, line, stage);
        if (found.length > 0) return found;
      }
      const isReset = wire.some((/** @type {any} */ word) => word.close === 'reset');
      return isReset || !response ? [] : await finalResponse(line, response, stage);
    } finally {
      line.socket.destroy();
    }
  },
};

/**
 * @param {any[]} wire
 * @returns {string} the first line that is sent
 */
function firstLine(wire) {
  const sent = wire.map(({ send }) => send ?? '').join('');
  return sent.slice(0, sent.search(/\r?\n|$/));
}

/**
 * @param {any[]} wire
 * @param {Stage} stage
 * @returns {Promise<Line>}
 */
function connect(wire, { server, signal }) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: server.host, port: server.port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      const line = {
        socket,
        reader: new ResponseReader(socket),
        method: firstLine(wire).split(' ')[0],
      };
      resolve(line);
    });
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
  });
}

/**
 * @param {any} word one of the wire's words
 * @param {string} pointer
 * @param {Line} line
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function speak(word, pointer, line, stage) {
  if (word.send !== undefined) await write(line.socket, Buffer.from(word.send, 'utf8'));
  if (word.fill !== undefined) await writeFill(line.socket, word.fill);
  if (word.pauseMillis !== undefined) {
    await sleep(word.pauseMillis, undefined, { signal: stage.signal });
  }
  if (word.signal !== undefined) stage.server.signal(word.signal);
  if (word.close === 'reset') line.socket.resetAndDestroy();
  if (word.awaitInterim !== undefined) return interim(word.awaitInterim, pointer, line, stage);
  if (word.meanwhile !== undefined) return stage.runNested(word.meanwhile, `${pointer}/meanwhile`);
  if (word.temporaryFiles !== undefined) {
    return awaitTemporaryFiles(word.temporaryFiles, `${pointer}/temporaryFiles`, stage);
  }
  return [];
}

/**
 * A server that has closed is found out when its response is read, which may have come before.
 *
 * @param {net.Socket} socket
 * @param {Buffer} bytes
 * @returns {Promise<void>} settles when the kernel has them
 */
function write(socket, bytes) {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.write(bytes, () => resolve());
  });
}

/**
 * @param {net.Socket} socket
 * @param {{ bytes: number, byte?: number }} fill
 */
async function writeFill(socket, fill) {
  for (const chunk of fillChunks(fill)) {
    if (socket.destroyed) return;
    await write(socket, chunk);
  }
}

/**
 * @param {number} status
 * @param {string} pointer
 * @param {Line} line
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function interim(status, pointer, { reader, method }, stage) {
  const expected = `interim response ${status}`;
  stage.awaits(pointer, expected);
  const actual = await reader.next(method);
  return actual.status === status
    ? []
    : [{ pointer, what: '', expected, actual: `status ${actual.status}` }];
}

/**
 * @param {Line} line
 * @param {import('../load-contracts').ExpectedResponse} expected
 * @param {Stage} stage
 * @returns {Promise<Mismatch[]>}
 */
async function finalResponse({ reader, method }, expected, stage) {
  stage.awaits('/response', `a response with status ${expected.status}`);
  let actual = await reader.next(method);
  while (actual.status < 200 && actual.status !== 101) actual = await reader.next(method);
  return holdResponse(actual, expected, pageText(stage));
}

module.exports = { wireStep };
