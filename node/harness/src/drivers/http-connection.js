/**
 * Watches one autocannon client: fills in the words of its requests, checks each answer, counts it,
 * and mends how the client reconnects.
 *
 * autocannon 9.0.0 leaves the request that was in flight in its queue when a server closes a
 * connection, and from then on takes every answer for that of the request before; its parser keeps
 * half an answer; a malformed answer goes unnoticed. Tomcat closes after 100 requests, so this shows.
 */
'use strict';

const { headerValue } = require('./response-check');

/**
 * @typedef {import('./response-check').ResponseCheck} ResponseCheck
 * @typedef {import('./tally').Tally} Tally
 * @typedef {import('./template').Words} Words
 *
 * @typedef {object} Work
 * @property {(((words: Words) => Buffer | string) | undefined)[]} requests Those that have words;
 *   autocannon has the others.
 * @property {ResponseCheck[]} checks
 * @property {() => Words} wordsOfLap What a lap begins with.
 * @property {Tally} tally
 * @property {() => void} onIdle
 */

class HttpConnection {
  /**
   * @param {any} client An autocannon client that has not connected yet.
   * @param {Work} work
   */
  constructor(client, { requests, checks, wordsOfLap, tally, onIdle }) {
    this.client = client;
    this.requests = requests;
    this.checks = checks;
    this.wordsOfLap = wordsOfLap;
    this.words = wordsOfLap();
    this.tally = tally;
    this.onIdle = onIdle;
    this.idle = false;
    this.inFlight = false;
    this.answering = false;
    this.closeAnnounced = false;
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
    client.getRequestBuffer = () => this.requestBytes();
    // Bodies are checked as they come; autocannon would gather them as text, cut at chunk borders.
    client.pipelinedRequests.addBody = () => {};
    client.on('headers', this.headers.bind(this));
    client.on('body', this.body.bind(this));
    client.on('response', this.response.bind(this));
    client.on('connError', (/** @type {Error} */ error) => this.lost(error.message));
  }

  /** @returns {number} Which one of the exchanges the request in flight is. */
  get exchange() {
    return this.client.requestIterator.currentRequestIndex;
  }

  /** @returns {ResponseCheck} That of the request in flight. */
  get check() {
    return this.checks[this.exchange];
  }

  /** @returns {Buffer | string} */
  requestBytes() {
    if (this.exchange === 0) this.words = this.wordsOfLap();
    const filled = this.requests[this.exchange];
    return filled ? filled(this.words) : this.client.requestIterator.currentRequest.requestBuffer;
  }

  /** What is to come may use what a lost or wrong answer did not bring: the next request is a lap's first. */
  endLap() {
    this.client.requestIterator.currentRequestIndex = this.checks.length - 1;
  }

  nextRequest() {
    if (!this.tally.open) return this.rest();
    if (this.closeAnnounced) {
      this.closeAnnounced = false;
      this.tally.reconnects++;
      return this.client._resetConnection();
    }
    this.send();
    this.inFlight = true;
    this.answering = false;
    this.check.begin(this.words);
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
      this.endLap();
    }
    this.disconnect();
  }

  received() {
    if (!this.client.parser.hadError) return;
    this.tally.failed('protocol', `${this.check.name}: the answer is not well-formed HTTP`);
    this.inFlight = false;
    this.endLap();
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

  /**
   * @param {number} status
   * @param {number} _bytes
   * @param {number} millis
   */
  response(status, _bytes, millis) {
    this.inFlight = false;
    const fault = this.check.end(status, this.rawHeaders);
    if (!fault) return this.tally.right(millis * 1000, this.exchange);
    this.tally.wrong(fault.kind, fault.example, this.exchange);
    this.endLap();
  }

  /** @param {string} reason */
  lost(reason) {
    if (this.idle) return;
    this.inFlight = false;
    const when = this.answering ? 'in the middle of its answer' : 'before its answer';
    this.tally.failed('connection', `${this.check.name}: ${reason}, ${when}`);
    this.endLap();
  }
}

module.exports = { HttpConnection };
