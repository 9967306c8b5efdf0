/** What is between a connection of the load and the server: one socket, until it is closed. */
'use strict';

const net = require('node:net');

const READ_BYTES = 64 * 1024;
// Whatever is read is dealt with before anything else is read, so that one buffer is enough for all.
const received = Buffer.allocUnsafeSlow(READ_BYTES);

/**
 * Who is told what becomes of a socket, as long as it has not closed it.
 *
 * @typedef {object} Holder
 * @property {() => void} opened
 * @property {(bytes: Buffer, end: number) => void} received The bytes up to `end` are lent.
 * @property {(problem?: Error) => void} ended By the server, or by a problem; also where it never opened.
 */

class Wire {
  /**
   * @param {{ host: string, port: number }} server
   * @param {Holder} holder
   */
  constructor(server, holder) {
    /** @type {Holder | undefined} */
    this.holder = holder;
    this.socket = net.connect({
      ...server,
      noDelay: true,
      // Without it each read makes a buffer and goes through a stream, a good part of what an answer costs.
      onread: { buffer: received, callback: (length) => this.received(length) },
    });
    this.socket.once('connect', () => this.holder?.opened());
    this.socket.on('error', (error) => this.ended(error));
    this.socket.once('end', () => this.ended());
    this.socket.once('close', () => this.ended());
  }

  /** Whether some of what was sent has not gone out. */
  get isSending() {
    return this.socket.writableLength > 0;
  }

  /** @param {import('./http-request').WireRequest} request */
  send({ head, body }) {
    if (body === undefined) return void this.socket.write(head);
    this.socket.cork();
    this.socket.write(head);
    this.socket.write(body);
    this.socket.uncork();
  }

  /** @param {number} length */
  received(length) {
    this.holder?.received(received, length);
    return true;
  }

  /** @param {Error} [problem] */
  ended(problem) {
    const { holder } = this;
    this.close();
    holder?.ended(problem);
  }

  close() {
    this.holder = undefined;
    this.socket.destroy();
  }
}

module.exports = { Wire };
