/** One WebSocket connection under load: sends a message when its loop says so, and checks what comes back. */
'use strict';

const { performance } = require('node:perf_hooks');
const WebSocket = require('ws');
const { messageShown } = require('./echo-message');

const RECONNECT_MILLIS = 50;
const NORMAL_CLOSURE = 1000;

/**
 * @typedef {import('./loop').Connection} Connection
 * @typedef {import('./loop').DueRequest} DueRequest
 * @typedef {import('./echo-message').EchoMessage} EchoMessage
 *
 * @typedef {object} Work
 * @property {string} address `ws://...`
 * @property {EchoMessage[]} messages They take turns on each connection.
 * @property {import('./tally').Tally} tally
 * @property {number} timeoutSeconds
 */

/** @implements {Connection} */
class EchoConnection {
  /**
   * @param {import('./loop').Loop} loop
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
    /** @type {import('node:net').Socket | undefined} What carries its frames. */
    this.carrier = undefined;
  }

  /** @returns {Promise<void>} */
  open() {
    const socket = new WebSocket(this.address, {
      perMessageDeflate: false,
      handshakeTimeout: this.timeoutMillis,
      // What text holds is compared byte by byte.
      skipUTF8Validation: true,
    });
    this.socket = socket;
    socket.once('upgrade', (answer) => (this.carrier = answer.socket));
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
    this.request = request;
    this.sentAt = performance.now();
    this.carrier?.write(this.messages[this.next].frame);
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
    if (sent.isEchoedBy(data, isBinary)) {
      this.tally.right(answer);
    } else {
      const got = messageShown(data, isBinary);
      this.tally.wrong('message', `expected ${sent.shown}, got ${got}`);
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
    this.drop(RECONNECT_MILLIS);
  }

  /** @param {number} now */
  checkTime(now) {
    if (!this.request || now - this.sentAt < this.timeoutMillis) return;
    this.tally.failed('timeout', `${this.path}: no echo within ${this.timeoutMillis / 1000} s`);
    this.drop(0);
  }

  /**
   * Throws the socket away, with what is in flight on it.
   * @param {number} reopenAfterMillis
   */
  drop(reopenAfterMillis) {
    const { request, socket } = this;
    this.socket = undefined;
    this.request = undefined;
    socket?.terminate();
    this.loop.withdraw(this);
    this.loop.reopen(this, reopenAfterMillis);
    if (request) this.loop.finished();
  }

  close() {
    this.closed = true;
    const { socket } = this;
    if (socket?.readyState === WebSocket.OPEN) socket.close(NORMAL_CLOSURE);
    else socket?.terminate();
  }
}

module.exports = { EchoConnection };
