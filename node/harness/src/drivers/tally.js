/** Counts what one slice gave: valid answers in its window, errors by kind, latencies, driver CPU. */
'use strict';

const { performance } = require('node:perf_hooks');
const { ItemTally } = require('./item-tally');
const { MicrosHistogram } = require('./micros-histogram');

const EXAMPLES_PER_KIND = 3;
const EXAMPLE_LENGTH_MAX = 300;
// Below this a 99th percentile is little more than the largest value.
const P99_REQUESTS_MIN = 100;
/** By so much a timer of any system is late now and then; beyond it the driver had no core, which is none of the server's doing. */
const LATE_MILLIS = 1;

/**
 * @typedef {'status' | 'header' | 'body' | 'connection' | 'protocol' | 'timeout' | 'message'}
 *   ErrorKind
 * @typedef {{ count: number, examples: string[] }} ErrorsOfKind
 * @typedef {object} ExchangeCount Answers of one exchange over the whole slice, in the window or not.
 * @property {string} name Such as `GET /hello`.
 * @property {number} responses
 * @property {number} right
 * @typedef {object} Sample What one slice gave (contracts/schema/sample.schema.json).
 * @property {'1.1'} schemaVersion
 * @property {string} driver
 * @property {string} startedAt
 * @property {number} connections
 * @property {number | null} ratePerSecond Asked for; null in a closed loop.
 * @property {number} seconds Length of the window.
 * @property {number} valid Right answers: in a closed loop those that ended in the window, in an open one those of
 *   requests that were due in it.
 * @property {number} responses All answers of the slice, before and after the window included.
 * @property {number} reconnects Connections closed by the server as it had announced.
 * @property {ExchangeCount[]} exchanges Of the load, in its order; none for an echo.
 * @property {number} requestsPerSecond
 * @property {number | null} sentPerSecond Requests due in the window that were sent; null in a closed loop.
 * @property {{ p50: number | null, p99: number | null }} latencyMicros Without late sends.
 * @property {{ p50: number, p99: number } | null} latenessMicros How late the driver was; null in a closed loop.
 * @property {number | null} lateSends Requests due in the window of which the driver was over 1 ms late; null in a closed loop.
 * @property {import('./item-tally').ItemFigures | null} items Of streams; null where the load has none.
 * @property {{ total: number, kinds: Partial<Record<ErrorKind, ErrorsOfKind>> }} errors
 * @property {string} histogram HdrHistogram of microseconds, V2 compressed base64.
 * @property {number} driverCpuShare CPU time of the driver over the window, as a share of one core.
 *
 * @typedef {object} Plan
 * @property {number} seconds
 * @property {number} rampSeconds
 * @property {number} [ratePerSecond] Absent in a closed loop.
 * @property {string[]} [exchanges] Names.
 * @property {boolean} [hasItems]
 */

class Tally {
  /** @param {Plan} plan */
  constructor({ seconds, rampSeconds, ratePerSecond, exchanges = [], hasItems = false }) {
    this.seconds = seconds;
    this.rampSeconds = rampSeconds;
    this.ratePerSecond = ratePerSecond ?? null;
    // The clock stands until `begin`; all moments are those of `performance.now()`.
    this.startedAt = new Date();
    this.beganAt = Infinity;
    this.opensAt = Infinity;
    this.closesAt = Infinity;
    this.valid = 0;
    this.responses = 0;
    this.reconnects = 0;
    this.sent = 0;
    this.waitedMillis = 0;
    /** @type {ExchangeCount[]} */
    this.exchanges = exchanges.map((name) => ({ name, responses: 0, right: 0 }));
    /** @type {Map<ErrorKind, ErrorsOfKind>} */
    this.kinds = new Map();
    this.latency = new MicrosHistogram();
    this.lateness = new MicrosHistogram();
    this.lateSends = 0;
    /** When those of them were due that have no answer yet. @type {Set<number>} */
    this.lateDue = new Set();
    this.items = hasItems ? new ItemTally() : null;
    /** @type {number | undefined} */
    this.driverCpuShare = undefined;
    this.readCpuShare = () => 0;
    /** @type {NodeJS.Timeout | undefined} */
    this.openTimer = undefined;
    /** @type {NodeJS.Timeout | undefined} */
    this.closeTimer = undefined;
  }

  /** From now on the ramp runs, and then the window. */
  begin() {
    this.startedAt = new Date();
    this.beganAt = performance.now();
    this.opensAt = this.beganAt + this.rampSeconds * 1000;
    this.closesAt = this.opensAt + this.seconds * 1000;
    this.openTimer = setTimeout(() => this.watchCpu(), this.rampSeconds * 1000);
  }

  /** Whether new requests are still sent. */
  get open() {
    return performance.now() < this.closesAt;
  }

  /** @param {number} moment */
  inWindow(moment) {
    return moment >= this.opensAt && moment < this.closesAt;
  }

  /**
   * @param {{ from: number, to: number }} answer from when it was sent, or due, to when it had come
   * @param {number} [exchange] Which one of the load's.
   */
  right({ from, to }, exchange) {
    this.responses++;
    if (exchange !== undefined) {
      this.exchanges[exchange].responses++;
      this.exchanges[exchange].right++;
    }
    if (!this.inWindow(this.ratePerSecond === null ? to : from)) return;
    this.valid++;
    if (!this.lateDue.delete(from)) this.latency.record(to - from);
  }

  /**
   * An answer that came and was wrong: it counts as an error whenever it came, and never as speed.
   * @param {ErrorKind} kind
   * @param {string} example
   * @param {number} [exchange] Which one of the load's.
   */
  wrong(kind, example, exchange) {
    this.responses++;
    if (exchange !== undefined) this.exchanges[exchange].responses++;
    this.failed(kind, example);
  }

  /**
   * A request that got no answer.
   * @param {ErrorKind} kind
   * @param {string} example
   */
  failed(kind, example) {
    const errors = this.kinds.get(kind) ?? { count: 0, examples: [] };
    this.kinds.set(kind, errors);
    errors.count++;
    if (errors.examples.length < EXAMPLES_PER_KIND) {
      errors.examples.push(example.slice(0, EXAMPLE_LENGTH_MAX));
    }
  }

  /**
   * A request of the open loop goes out now.
   * @param {import('./loop').DueRequest} request
   */
  goes({ dueAt, hasWaited }) {
    if (!this.inWindow(dueAt)) return;
    this.sent++;
    // One that waited for a connection was as late as it was seen to be due: the wait is the server's.
    if (!hasWaited) this.lateBy(performance.now() - dueAt, dueAt);
  }

  /**
   * A request was seen to be due, and there is no connection for it.
   * @param {number} dueAt
   * @param {number} seenAt
   */
  waits(dueAt, seenAt) {
    if (this.inWindow(dueAt)) this.lateBy(seenAt - dueAt, dueAt);
  }

  /**
   * @param {number} millis
   * @param {number} dueAt
   */
  lateBy(millis, dueAt) {
    this.lateness.record(millis);
    if (millis <= LATE_MILLIS) return;
    this.lateSends++;
    this.lateDue.add(dueAt);
  }

  /**
   * The driver turned its event loop for so long because nothing was due: that is no work.
   * @param {number} millis
   */
  waited(millis) {
    this.waitedMillis += millis;
  }

  /**
   * Items of a stream came in.
   * @param {number} count
   * @param {number | undefined} millisSinceLast undefined for the first of a stream
   */
  arrived(count, millisSinceLast) {
    if (this.inWindow(performance.now())) this.items?.arrived(count, millisSinceLast);
  }

  watchCpu() {
    const cpu = process.cpuUsage();
    const from = performance.now();
    const waitedMillis = this.waitedMillis;
    this.readCpuShare = () => {
      const { user, system } = process.cpuUsage(cpu);
      const workedMillis = (user + system) / 1000 - (this.waitedMillis - waitedMillis);
      return Math.max(0, workedMillis / (performance.now() - from));
    };
    this.closeTimer = setTimeout(() => {
      this.driverCpuShare = this.readCpuShare();
    }, this.closesAt - from);
  }

  /**
   * @param {{ driver: string, connections: number }} about
   * @returns {Sample}
   */
  sample({ driver, connections }) {
    clearTimeout(this.openTimer);
    clearTimeout(this.closeTimer);
    // Shorter than asked for where the slice was given up.
    const seconds = this.open ? Math.max(0, performance.now() - this.opensAt) / 1000 : this.seconds;
    const perSecond = (/** @type {number} */ count) => (seconds > 0 ? count / seconds : 0);
    return {
      schemaVersion: '1.1',
      driver,
      startedAt: this.startedAt.toISOString(),
      connections,
      ratePerSecond: this.ratePerSecond,
      seconds,
      valid: this.valid,
      responses: this.responses,
      reconnects: this.reconnects,
      exchanges: this.exchanges,
      requestsPerSecond: perSecond(this.valid),
      sentPerSecond: this.ratePerSecond === null ? null : perSecond(this.sent),
      latencyMicros: {
        p50: this.latency.count > 0 ? this.latency.percentile(50) : null,
        p99: this.latency.count >= P99_REQUESTS_MIN ? this.latency.percentile(99) : null,
      },
      latenessMicros: this.latenessMicros(),
      lateSends: this.ratePerSecond === null ? null : this.lateSends,
      items: this.items?.figures(perSecond) ?? null,
      errors: this.errors(),
      histogram: this.latency.encoded(),
      // On a busy machine the last answers may be in before that timer has its turn.
      driverCpuShare: this.driverCpuShare ?? this.readCpuShare(),
    };
  }

  latenessMicros() {
    const { lateness } = this;
    if (lateness.count === 0) return null;
    return { p50: lateness.percentile(50), p99: lateness.percentile(99) };
  }

  /**
   * @param {ErrorKind} kind
   * @returns {number} so far
   */
  errorsOf(kind) {
    return this.kinds.get(kind)?.count ?? 0;
  }

  errors() {
    const total = [...this.kinds.values()].reduce((sum, { count }) => sum + count, 0);
    return { total, kinds: Object.fromEntries(this.kinds) };
  }
}

module.exports = { Tally };
