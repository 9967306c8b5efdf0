/** One connection of an HTTP load: sends requests one after the other, and checks each answer. */
'use strict';

const { performance } = require('node:perf_hooks');
const { MalformedAnswer } = require('./answer-head');
const { AnswerParser } = require('./answer-parser');
const { Wire } = require('./wire');

/**
 * @typedef {import('./answer-head').AnswerHead} AnswerHead
 * @typedef {import('./answer-parser').KnownHead} KnownHead
 * @typedef {import('./http-request').PreparedRequest} PreparedRequest
 * @typedef {import('./loop').Connection} Connection
 * @typedef {import('./loop').DueRequest} DueRequest
 * @typedef {import('./tally').ErrorKind} ErrorKind
 *
 * @typedef {object} Work
 * @property {{ host: string, port: number }} server
 * @property {PreparedRequest[]} requests of a lap, in order, for all connections
 * @property {KnownHead[]} knownHeads one an exchange, for all connections
 * @property {import('./lap').Lap} lap this connection's own
 * @property {import('./tally').Tally} tally
 * @property {number} timeoutSeconds
 */

/** @implements {Connection} */
class HttpConnection {
  /**
   * @param {import('./loop').Loop} loop
   * @param {Work} work
   */
  constructor(loop, { server, requests, knownHeads, lap, tally, timeoutSeconds }) {
    this.loop = loop;
    this.server = server;
    this.requests = requests;
    this.knownHeads = knownHeads;
    this.lap = lap;
    this.tally = tally;
    this.timeoutSeconds = timeoutSeconds;
    /** @type {Wire | undefined} None while nothing is between us and the server. */
    this.wire = undefined;
    this.parser = new AnswerParser(this);
    /** @type {AnswerHead | undefined} */
    this.answerHead = undefined;
    /** @type {DueRequest | undefined} In flight. */
    this.request = undefined;
    this.isOpening = false;
    this.isAnswering = false;
    /** When the connection was begun, or the request sent. */
    this.since = 0;
    this.tried = () => {};
  }

  /** @returns {Promise<void>} */
  open() {
    this.isOpening = true;
    this.isAnswering = false;
    this.since = performance.now();
    this.parser = new AnswerParser(this);
    this.wire = new Wire(this.server, this);
    return new Promise((resolve) => (this.tried = resolve));
  }

  opened() {
    this.isOpening = false;
    this.loop.ready(this);
    this.tried();
  }

  /** @param {DueRequest} request */
  send(request) {
    const { lap } = this;
    lap.next();
    const { isHead, written } = this.requests[lap.exchange];
    this.request = request;
    this.isAnswering = false;
    this.parser.begin(isHead, this.knownHeads[lap.exchange]);
    this.since = performance.now();
    this.wire?.send(written(lap.words));
  }

  /**
   * @param {Buffer} bytes lent
   * @param {number} end
   */
  received(bytes, end) {
    const now = performance.now();
    try {
      if (!this.request) throw new MalformedAnswer('it comes without a request');
      this.isAnswering = true;
      const readTo = this.parser.take(bytes, end);
      if (readTo < end) throw new MalformedAnswer('bytes follow it');
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) throw error;
      return this.failed('protocol', `the answer is not well-formed HTTP (${error.message})`);
    }
    if (this.parser.isWhole) this.answered(now, Boolean(this.answerHead?.announcesClose));
  }

  /** @param {AnswerHead} head */
  head(head) {
    this.answerHead = head;
    this.lap.check.head(head);
  }

  /**
   * @param {Buffer} bytes lent
   * @param {number} start
   * @param {number} end
   */
  body(bytes, start, end) {
    this.lap.check.take(bytes, start, end);
  }

  /**
   * The whole answer is there.
   *
   * @param {number} now
   * @param {boolean} isLast whether the server closes the connection now, as it had announced
   */
  answered(now, isLast) {
    this.count(now);
    if (isLast) {
      this.tally.reconnects++;
      this.reopen();
    } else if (this.wire?.isSending) {
      // Who answers before all was sent will not read the rest.
      this.reopen();
    } else {
      this.loop.ready(this);
    }
    this.loop.finished();
  }

  /** @param {number} now */
  count(now) {
    const { lap, tally, request } = this;
    this.request = undefined;
    const fault = lap.check.end();
    if (fault) {
      tally.wrong(fault.kind, fault.example, lap.exchange);
      lap.end();
    } else {
      tally.right({ from: request?.dueAt ?? now, to: now }, lap.exchange);
    }
  }

  /**
   * A server may close a connection that nobody uses.
   * @param {NodeJS.ErrnoException} [problem]
   */
  ended(problem) {
    if (this.request && !problem && this.parser.endsWithConnection) {
      this.answered(performance.now(), true);
    } else if (this.request || this.isOpening) {
      const when = this.isAnswering ? 'in the middle of its answer' : 'before its answer';
      const reason = problem ? reasonOf(problem) : 'the server closed the connection';
      this.failed('connection', `${reason}, ${when}`);
    } else {
      this.reopen();
    }
  }

  /** @param {number} now */
  checkTime(now) {
    const isBusy = this.request !== undefined || this.isOpening;
    if (!isBusy || now - this.since < this.timeoutSeconds * 1000) return;
    this.failed('timeout', `no whole answer within ${this.timeoutSeconds} s`);
  }

  /**
   * The request in flight has got no answer, and the next one goes another way.
   *
   * @param {ErrorKind} kind
   * @param {string} reason
   */
  failed(kind, reason) {
    const { request, lap } = this;
    const { name } = request ? lap.check : lap.nextCheck;
    this.tally.failed(kind, `${name}: ${reason}`);
    lap.end();
    this.reopen();
    if (request) this.loop.finished();
  }

  reopen() {
    this.loop.withdraw(this);
    this.close();
    this.loop.reopen(this, 0);
  }

  close() {
    this.isOpening = false;
    this.request = undefined;
    this.wire?.close();
    this.wire = undefined;
    this.tried();
  }
}

/** @param {NodeJS.ErrnoException} problem that of a name with several addresses has no message */
function reasonOf({ message, code }) {
  return message || String(code);
}

module.exports = { HttpConnection };
