/** Closed-loop echo load over WebSocket: each connection sends a message when the last came back. */
'use strict';

const { performance } = require('node:perf_hooks');
const WebSocket = require('ws');
const { contentBytes } = require('../contracts/content');
const { shown } = require('./body-checks');
const { Tally } = require('./tally');

const RECONNECT_MILLIS = 50;
const NORMAL_CLOSURE = 1000;

/**
 * @typedef {import('./specification').Specification} Specification
 * @typedef {{ data: Buffer, binary: boolean }} Message
 */

/**
 * @param {Specification} specification With `load.echo`.
 * @returns {Promise<import('./tally').Sample>}
 */
async function webSocketLoad({ url, seconds, rampSeconds, timeoutSeconds, load }) {
  const { connections, echo } = load;
  const address = new URL(echo.path, url.replace(/^http/, 'ws')).href;
  const messages = echo.messages.map(messageOf);
  const tally = new Tally({ seconds, rampSeconds });
  const ends = Array.from({ length: connections }, () =>
    new EchoConnection(address, { messages, tally, timeoutSeconds }).run(),
  );
  await Promise.all(ends);
  return tally.sample({ driver: 'ws', connections });
}

/**
 * @param {Record<string, any>} content
 * @returns {Message}
 */
function messageOf(content) {
  const binary = content.base64 !== undefined || content.fill !== undefined;
  return { data: contentBytes(content), binary };
}

class EchoConnection {
  /**
   * @param {string} address
   * @param {{ messages: Message[], tally: Tally, timeoutSeconds: number }} work
   */
  constructor(address, { messages, tally, timeoutSeconds }) {
    this.address = address;
    this.messages = messages;
    this.tally = tally;
    this.timeoutMillis = timeoutSeconds * 1000;
    this.next = 0;
    this.sentAt = 0;
    this.inFlight = false;
    this.ended = false;
  }

  /** @returns {Promise<void>} Ends when the window has closed and nothing is in flight. */
  run() {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.watch = setInterval(() => this.checkTime(), this.timeoutMillis / 20);
      this.connect();
    });
  }

  connect() {
    this.sentAt = performance.now();
    this.inFlight = true;
    const socket = new WebSocket(this.address, { perMessageDeflate: false });
    this.socket = socket;
    socket.on('open', () => this.send());
    socket.on('message', (data, isBinary) => this.receive(/** @type {Buffer} */ (data), isBinary));
    socket.on('error', (error) => this.lost(socket, error.message));
    socket.on('close', (code) => this.lost(socket, `the server closed the connection (${code})`));
  }

  send() {
    if (!this.tally.open) return this.end();
    const { data, binary } = this.messages[this.next];
    this.inFlight = true;
    this.sentAt = performance.now();
    this.socket?.send(data, { binary });
  }

  /**
   * @param {Buffer} data
   * @param {boolean} isBinary
   */
  receive(data, isBinary) {
    if (!this.inFlight || this.ended) return;
    this.inFlight = false;
    const sent = this.messages[this.next];
    if (isBinary === sent.binary && data.equals(sent.data)) {
      this.tally.right((performance.now() - this.sentAt) * 1000);
    } else {
      this.tally.wrong(
        'message',
        `expected ${kindOf(sent)}, got ${kindOf({ data, binary: isBinary })}`,
      );
    }
    this.next = (this.next + 1) % this.messages.length;
    this.send();
  }

  /**
   * @param {WebSocket} socket
   * @param {string} reason
   */
  lost(socket, reason) {
    if (this.ended || socket !== this.socket) return;
    this.socket = undefined;
    socket.on('error', () => {});
    socket.terminate();
    this.tally.failed('connection', `${new URL(this.address).pathname}: ${reason}`);
    this.inFlight = false;
    if (this.tally.open) setTimeout(() => this.connect(), RECONNECT_MILLIS);
    else this.end();
  }

  checkTime() {
    if (!this.inFlight || performance.now() - this.sentAt < this.timeoutMillis) return;
    const path = new URL(this.address).pathname;
    this.tally.failed('timeout', `${path}: no echo within ${this.timeoutMillis / 1000} s`);
    this.inFlight = false;
    const socket = this.socket;
    this.socket = undefined;
    socket?.terminate();
    if (this.tally.open) this.connect();
    else this.end();
  }

  end() {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.watch);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.close(NORMAL_CLOSURE);
    else this.socket?.terminate();
    this.socket?.once('close', () => this.socket?.terminate());
    this.resolve?.();
  }
}

/** @param {Message} message */
function kindOf({ data, binary }) {
  return `${binary ? 'binary' : 'text'} of ${data.length} bytes ${shown(data)}`;
}

module.exports = { webSocketLoad };
