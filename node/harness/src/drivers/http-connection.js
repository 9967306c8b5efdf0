/**
 * Watches one autocannon client: writes its requests, checks each answer, counts it, and mends how the client
 * reconnects.
 *
 * autocannon 9.0.0 leaves the request that was in flight in its queue when a server closes a
 * connection, and from then on takes every answer for that of the request before; its parser keeps
 * half an answer; a malformed answer goes unnoticed. Tomcat closes after 100 requests, so this shows.
 * It also makes a copy of every body for every connection; here all connections share one.
 */
'use strict';

const { performance } = require('node:perf_hooks');
const { headerValue } = require('./response-check');

/**
 * @typedef {import('./http-request').WireRequest} WireRequest
 * @typedef {import('./lap').Lap} Lap
 * @typedef {import('./response-check').ResponseCheck} ResponseCheck
 * @typedef {import('./tally').Tally} Tally
 * @typedef {import('./template').Words} Words
 *
 * @typedef {object} Work
 * @property {((words: Words) => WireRequest)[]} requests Of all connections.
 * @property {Lap} lap This connection's own.
 * @property {Tally} tally
 * @property {() => void} onIdle
 */

class HttpConnection {
  /**
   * @param {any} client An autocannon client that has not connected yet.
   * @param {Work} work
   */
  constructor(client, { requests, lap, tally, onIdle }) {
    this.client = client;
    this.requests = requests;
    this.lap = lap;
    this.tally = tally;
    this.onIdle = onIdle;
    this.idle = false;
    this.inFlight = false;
    this.answering = false;
    this.closeAnnounced = false;
    this.sentAt = 0;
    /** @type {string[]} */
    this.rawHeaders = [];
    this.send = client._doRequest.bind(client);
    this.connect = client._connect.bind(client);
    this.disconnect = client._destroyConnection.bind(client);
    this.takeOver();
  }

  takeOver() {
    const { client } = this;
    client._doRequest = () => this.nextRequest();
    client._connect = () => this.reconnect();
    client._destroyConnection = () => this.drop();
    client.getRequestBuffer = () => this.lastPiece();
    // Bodies are checked as they come; autocannon would gather them as text, cut at chunk borders.
    client.pipelinedRequests.addBody = () => {};
    client.on('headers', this.headers.bind(this));
    client.on('body', this.body.bind(this));
    client.on('response', this.response.bind(this));
    client.on('connError', (/** @type {Error} */ error) => this.lost(error.message));
  }

  /** @returns {ResponseCheck} That of the request in flight. */
  get check() {
    return this.lap.check;
  }

  /**
   * Writes what comes before it; autocannon writes what it is given here.
   * @returns {Buffer | string}
   */
  lastPiece() {
    const { head, body } = this.requests[this.lap.exchange](this.lap.words);
    if (!body) return head;
    const { conn } = this.client;
    conn.cork();
    process.nextTick(() => conn.uncork());
    conn.write(head);
    return body;
  }

  nextRequest() {
    if (!this.tally.open) return this.rest();
    if (this.closeAnnounced) {
      this.closeAnnounced = false;
      this.tally.reconnects++;
      return this.client._resetConnection();
    }
    this.lap.next();
    this.sentAt = performance.now();
    this.send();
    this.inFlight = true;
    this.answering = false;
  }

  rest() {
    if (this.idle) return;
    this.idle = true;
    this.onIdle();
  }

  reconnect() {
    const { client } = this;
    if (this.inFlight) this.lost('the server closed the connection');
    client.pipelinedRequests.clear();
    client.parser.reinitialize(client.parser.type);
    this.connect();
    client.conn.on('data', () => this.received());
  }

  /** Also autocannon's way to give up a request that has waited too long. */
  drop() {
    if (this.inFlight && !this.client.destroyed) {
      const { timeout } = this.client.opts;
      this.tally.failed('timeout', `${this.check.name}: no whole answer within ${timeout} s`);
      this.inFlight = false;
      this.lap.end();
    }
    this.disconnect();
  }

  received() {
    if (!this.client.parser.hadError) return;
    this.tally.failed('protocol', `${this.check.name}: the answer is not well-formed HTTP`);
    this.inFlight = false;
    this.lap.end();
    this.client._resetConnection();
  }

  /** @param {{ headers: string[], versionMinor: number }} info */
  headers(info) {
    this.answering = true;
    this.rawHeaders = info.headers;
    const connection = headerValue(info.headers, 'connection')?.toLowerCase() ?? '';
    this.closeAnnounced = info.versionMinor === 0 || connection.includes('close');
  }

  /** @param {Buffer} chunk */
  body(chunk) {
    this.check.take(chunk);
  }

  /** @param {number} status */
  response(status) {
    const answer = { from: this.sentAt, to: performance.now() };
    this.inFlight = false;
    const fault = this.check.end(status, this.rawHeaders);
    if (!fault) return this.tally.right(answer, this.lap.exchange);
    this.tally.wrong(fault.kind, fault.example, this.lap.exchange);
    this.lap.end();
  }

  /** @param {string} reason */
  lost(reason) {
    if (this.idle) return;
    this.inFlight = false;
    const when = this.answering ? 'in the middle of its answer' : 'before its answer';
    this.tally.failed('connection', `${this.check.name}: ${reason}, ${when}`);
    this.lap.end();
  }
}

module.exports = { HttpConnection };
