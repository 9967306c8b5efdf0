/**
 * One connection of the open loop: an undici client of its own, connected before a request is due, whose answers
 * are checked and counted as they come.
 *
 * undici is asked through `dispatch` with one raw handler for all requests of a connection, which costs the least.
 * A client connects only once it has a request; so that this is not in a latency, it is handed a socket
 * that is open already. After a failure, client and socket are thrown away together.
 */
'use strict';

const { performance } = require('node:perf_hooks');
const { buildConnector, Client } = require('undici');
const { headerValue } = require('./response-check');

const RECONNECT_MILLIS = 50;

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {import('./http-request').ClientRequest} ClientRequest
 * @typedef {import('./loop').Connection} Connection
 * @typedef {import('./loop').DueRequest} DueRequest
 * @typedef {import('./tally').ErrorKind} ErrorKind
 * @typedef {import('./template').Words} Words
 *
 * @typedef {object} Work
 * @property {string} origin of the server
 * @property {((words: Words) => ClientRequest)[]} requests of all connections
 * @property {import('./lap').Lap} lap this connection's own
 * @property {import('./tally').Tally} tally
 * @property {number} timeoutSeconds
 */

/** @implements {Connection} */
class OpenHttpConnection {
  /**
   * @param {import('./open-loop').OpenLoop} loop
   * @param {Work} work
   */
  constructor(loop, { origin, requests, lap, tally, timeoutSeconds }) {
    this.loop = loop;
    this.origin = origin;
    this.requests = requests;
    this.lap = lap;
    this.tally = tally;
    this.timeoutMillis = timeoutSeconds * 1000;
    this.connect = buildConnector({ timeout: this.timeoutMillis });
    /** @type {DueRequest | undefined} In flight. */
    this.request = undefined;
    this.givenAt = 0;
    this.status = 0;
    /** @type {string[]} */
    this.rawHeaders = [];
    this.closed = false;
    /** @type {Socket | undefined} Open, and not yet the client's. */
    this.socket = undefined;
    this.client = this.newClient();
    this.handler = this.handlerOf(this.client);
  }

  newClient() {
    const client = new Client(this.origin, {
      connect: (options, callback) => this.handOver(options, callback),
      // Time is kept here, over the whole answer; undici's own timers would cost some on every request.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 600_000,
      keepAliveTimeoutThreshold: 500,
    });
    client.on('disconnect', (_origin, _clients, error) => this.disconnected(client, error));
    return client;
  }

  /**
   * @param {Client} client
   * @returns {import('undici').Dispatcher.DispatchHandler}
   */
  handlerOf(client) {
    return {
      onConnect: () => this.went(),
      onHeaders: (status, headers) => this.headers(status, headers),
      onData: (chunk) => this.data(chunk),
      onComplete: () => this.complete(),
      onError: (error) => {
        if (client === this.client) this.lost(...faultOf(error, this.status > 0));
      },
    };
  }

  /** @returns {Promise<void>} */
  open() {
    const { hostname, host, protocol, port } = new URL(this.origin);
    return new Promise((resolve) => {
      this.connect({ hostname, host, protocol, port }, (error, socket) => {
        if (socket) this.opened(socket);
        else this.unreachable(/** @type {Error} */ (error));
        resolve();
      });
    });
  }

  /** @param {Socket} socket */
  opened(socket) {
    if (this.closed) return void socket.destroy();
    this.socket = socket;
    socket.once('close', () => {
      // The server has closed it before it was of use.
      if (this.socket === socket) this.reopen();
    });
    this.loop.ready(this);
  }

  /** @param {Error} error */
  unreachable(error) {
    if (this.closed || !this.tally.open) return;
    this.tally.failed('connection', `${this.lap.check.name}: ${error.message}`);
    setTimeout(() => this.tally.open && this.open(), RECONNECT_MILLIS);
  }

  /**
   * @param {import('undici').buildConnector.Options} options
   * @param {import('undici').buildConnector.Callback} callback
   */
  handOver(options, callback) {
    const { socket } = this;
    this.socket = undefined;
    if (socket) queueMicrotask(() => callback(null, socket));
    else this.connect(options, callback);
  }

  /** @param {DueRequest} request */
  send(request) {
    this.request = request;
    this.givenAt = performance.now();
    this.status = 0;
    this.lap.next();
    this.client.dispatch(this.requests[this.lap.exchange](this.lap.words), this.handler);
  }

  went() {
    if (this.request) this.tally.went(this.request);
  }

  /**
   * @param {number} status
   * @param {Buffer[]} headers
   */
  headers(status, headers) {
    if (!this.request) return true;
    this.status = status;
    this.rawHeaders = headers.map((part) => part.toString('latin1'));
    return true;
  }

  /** @param {Buffer} chunk */
  data(chunk) {
    if (this.request) this.lap.check.take(chunk);
    return true;
  }

  complete() {
    const { request } = this;
    if (!request) return;
    const answer = { from: request.dueAt, to: performance.now() };
    const { exchange } = this.lap;
    this.request = undefined;
    const fault = this.lap.check.end(this.status, this.rawHeaders);
    if (fault) {
      this.tally.wrong(fault.kind, fault.example, exchange);
      this.lap.end();
    } else {
      this.tally.right(answer, exchange);
    }
    if (this.isLastOfConnection()) {
      this.tally.reconnects++;
      this.reopen();
    } else {
      this.loop.ready(this);
    }
    this.loop.finished();
  }

  isLastOfConnection() {
    return headerValue(this.rawHeaders, 'connection')?.toLowerCase().includes('close');
  }

  /**
   * @param {ErrorKind} kind
   * @param {string} problem
   */
  lost(kind, problem) {
    if (!this.request) return;
    this.request = undefined;
    this.tally.failed(kind, `${this.lap.check.name}: ${problem}`);
    this.lap.end();
    this.loop.finished();
    this.reopen();
  }

  /**
   * Where a request is in flight, its own end tells.
   * @param {Client} client
   * @param {Error} error
   */
  disconnected(client, error) {
    if (client !== this.client || this.request) return;
    // undici's word for bytes that come although nothing was asked.
    if (error.message === 'bad response') {
      this.tally.failed('protocol', `${this.lap.check.name}: more was sent than one answer`);
    }
    this.reopen();
  }

  reopen() {
    if (this.closed) return;
    const { client, socket } = this;
    this.loop.withdraw(this);
    this.socket = undefined;
    this.client = this.newClient();
    this.handler = this.handlerOf(this.client);
    socket?.destroy();
    // undici may be in the middle of an answer's last bytes.
    setImmediate(() => client.destroy());
    if (this.tally.open) this.open();
  }

  /** @param {number} now */
  checkTime(now) {
    if (!this.request || now - this.givenAt < this.timeoutMillis) return;
    this.lost('timeout', `no whole answer within ${this.timeoutMillis / 1000} s`);
  }

  close() {
    this.closed = true;
    this.socket?.destroy();
    this.client.destroy();
  }
}

/**
 * @param {Error & { code?: string }} error
 * @param {boolean} answering
 * @returns {[ErrorKind, string]}
 */
function faultOf(error, answering) {
  const isMalformed = error.name === 'HTTPParserError' || error.code === 'UND_ERR_HEADERS_OVERFLOW';
  if (isMalformed) return ['protocol', 'the answer is not well-formed HTTP'];
  const when = answering ? 'in the middle of its answer' : 'before its answer';
  return ['connection', `${error.message}, ${when}`];
}

module.exports = { OpenHttpConnection };
