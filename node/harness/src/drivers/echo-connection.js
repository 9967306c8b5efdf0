/** One WebSocket connection under load: sends a message when its loop says so, and checks what comes back. */
'use strict';

const { performance } = require('node:perf_hooks');
const WebSocket = require('ws');
const { shown } = require('./body-checks');

const RECONNECT_MILLIS = 50;
const NORMAL_CLOSURE = 1000;

/**
 * @typedef {import('./loop').Connection} Connection
 * @typedef {import('./loop').DueRequest} DueRequest
 * @typedef {{ data: Buffer, binary: boolean }} Message
 *
 * @typedef {object} Work
 * @property {string} address `ws://...`
 * @property {Message[]} messages They take turns on each connection.
 * @property {import('./tally').Tally} tally
 * @property {number} timeoutSeconds
 */

/** @implements {Connection} */
class EchoConnection {
  /**
   * @param {import('./closed-loop').ClosedLoop | import('./open-loop').OpenLoop} loop
   * @param {Work} work
   */
  constructor(loop, { address, messages, tally, timeoutSeconds }) {
    this.loop = loop;
    this.address = address;
    this.path = new URL(address).pathname;
    this.messages = messages;
    this.tally = tally;
    this.timeoutMillis = timeoutSeconds * 1000;
    this.next = 0;
    /** @type {DueRequest | undefined} In flight. */
    this.request = undefined;
    this.sentAt = 0;
    this.closed = false;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
  }

  /** @returns {Promise<void>} */
  open() {
    const options = { perMessageDeflate: false, handshakeTimeout: this.timeoutMillis };
    const socket = new WebSocket(this.address, options);
    this.socket = socket;
    socket.on('message', (data, isBinary) => {
      if (socket === this.socket) this.receive(/** @type {Buffer} */ (data), isBinary);
    });
    socket.on('error', (error) => this.lost(socket, error.message));
    socket.on('close', (code) => this.lost(socket, `the server closed the connection (${code})`));
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      socket.once('open', () => {
        this.loop.ready(this);
        resolve();
      });
    });
  }

  /** @param {DueRequest} request */
  send(request) {
    const { data, binary } = this.messages[this.next];
    this.request = request;
    this.sentAt = performance.now();
    this.tally.went(request);
    this.socket?.send(data, { binary });
  }

  /**
   * @param {Buffer} data
   * @param {boolean} isBinary
   */
  receive(data, isBinary) {
    if (!this.request)
      return this.tally.failed('message', `${this.path}: a message that echoes none`);
    const answer = { from: this.request.dueAt, to: performance.now() };
    this.request = undefined;
    const sent = this.messages[this.next];
    if (isBinary === sent.binary && data.equals(sent.data)) {
      this.tally.right(answer);
    } else {
      const got = kindOf({ data, binary: isBinary });
      this.tally.wrong('message', `expected ${kindOf(sent)}, got ${got}`);
    }
    this.next = (this.next + 1) % this.messages.length;
    this.loop.ready(this);
    this.loop.finished();
  }

  /**
   * @param {WebSocket} socket
   * @param {string} reason
   */
  lost(socket, reason) {
    if (this.closed || socket !== this.socket) return;
    this.tally.failed('connection', `${this.path}: ${reason}`);
    this.drop();
    setTimeout(() => this.tally.open && this.open(), RECONNECT_MILLIS);
  }

  /** @param {number} now */
  checkTime(now) {
    if (!this.request || now - this.sentAt < this.timeoutMillis) return;
    this.tally.failed('timeout', `${this.path}: no echo within ${this.timeoutMillis / 1000} s`);
    this.drop();
    if (this.tally.open) this.open();
  }

  /** Throws the socket away, with what is in flight on it. */
  drop() {
    const { request, socket } = this;
    this.socket = undefined;
    this.request = undefined;
    socket?.terminate();
    this.loop.withdraw(this);
    if (request) this.loop.finished();
  }

  close() {
    this.closed = true;
    const { socket } = this;
    if (socket?.readyState === WebSocket.OPEN) socket.close(NORMAL_CLOSURE);
    else socket?.terminate();
  }
}

/** @param {Message} message */
function kindOf({ data, binary }) {
  return `${binary ? 'binary' : 'text'} of ${data.length} bytes ${shown(data)}`;
}

module.exports = { EchoConnection };
