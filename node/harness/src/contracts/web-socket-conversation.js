/** One WebSocket connection: whole frames out as they are given, and what is heard in a queue. */
'use strict';

const { WebSocket } = require('ws');

/**
 * What the server has sent. A close has code 1005 without a code, and 1006 without a close frame.
 *
 * @typedef {{ kind: 'text' | 'binary' | 'pong', bytes: Buffer } | { kind: 'close', code: number, reason: string }} Heard
 */

class Conversation {
  #webSocket;
  /** @type {import('node:net').Socket} */
  #socket;
  /** @type {Heard[]} */
  #queue = [];
  #reason = '';
  #wake = () => {};
  /** @type {Buffer[]} messages of a flood that the connection has taken and that have not come back */
  flooded = [];

  /**
   * @param {WebSocket} webSocket that is open
   * @param {import('node:net').Socket} socket beneath it
   */
  constructor(webSocket, socket) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    webSocket.on('message', (bytes, isBinary) => {
      this.#hear({ kind: isBinary ? 'binary' : 'text', bytes: /** @type {Buffer} */ (bytes) });
    });
    webSocket.on('pong', (bytes) => this.#hear({ kind: 'pong', bytes }));
    webSocket.on('error', (error) => (this.#reason = error.message));
    webSocket.on('close', (code, reason) => {
      this.#hear({ kind: 'close', code, reason: reason.toString('utf8') || this.#reason });
    });
  }

  /**
   * @param {Buffer} bytes as they go on the wire
   * @returns {Promise<boolean>} true once the kernel has them, false if the connection is gone
   */
  send(bytes) {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) resolve(false);
      else this.#socket.write(bytes, (error) => resolve(!error));
    });
  }

  /** @returns {Promise<Heard>} the next that the server sends */
  async next() {
    while (this.#queue.length === 0) {
      await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
    }
    return /** @type {Heard} */ (this.#queue.shift());
  }

  /** @returns {Heard[]} what has come and nobody asked for */
  unheard() {
    return [...this.#queue];
  }

  /** Does not read from the connection until it is told to go on. */
  pause() {
    this.#webSocket.pause();
  }

  resume() {
    this.#webSocket.resume();
  }

  /** TCP reset. */
  abort() {
    if (!this.#socket.destroyed) this.#socket.resetAndDestroy();
    this.#webSocket.terminate();
  }

  /** @param {Heard} heard */
  #hear(heard) {
    this.#queue.push(heard);
    this.#wake();
  }
}

/**
 * @param {{ host: string, port: number, baseUrl: string }} server
 * @param {string} path
 * @param {AbortSignal} signal ends the connection
 * @returns {Promise<Conversation>}
 */
function openConversation({ baseUrl }, path, signal) {
  return new Promise((resolve, reject) => {
    const url = baseUrl.replace(/^http/, 'ws') + path;
    const webSocket = new WebSocket(url, { perMessageDeflate: false });
    /** @type {import('node:net').Socket | undefined} */
    let socket;
    webSocket.once('upgrade', (response) => {
      ({ socket } = response);
    });
    webSocket.once('open', () => {
      resolve(new Conversation(webSocket, /** @type {import('node:net').Socket} */ (socket)));
    });
    webSocket.once('unexpected-response', (_request, response) => {
      reject(refused(`status ${response.statusCode} instead of 101`));
      webSocket.terminate();
    });
    webSocket.on('error', (error) => reject(refused(error.message)));
    signal.addEventListener('abort', () => webSocket.terminate(), { once: true });
  });
}

/**
 * @param {string} message
 * @returns {Error}
 */
function refused(message) {
  return Object.assign(new Error(message), { code: 'WEBSOCKET_REFUSED' });
}

module.exports = { Conversation, openConversation };
