/** Counts what one slice gave: valid answers in its window, errors by kind, latencies, driver CPU. */
'use strict';

const { performance } = require('node:perf_hooks');
const hdr = require('hdr-histogram-js');

const EXAMPLES_PER_KIND = 3;
const EXAMPLE_LENGTH_MAX = 300;
// One hour; a latency beyond it is recorded as this much rather than lost.
const HIGHEST_MICROS = 3_600_000_000;
// Below this a 99th percentile is little more than the largest value.
const P99_REQUESTS_MIN = 100;

/**
 * @typedef {'status' | 'header' | 'body' | 'connection' | 'protocol' | 'timeout' | 'message'}
 *   ErrorKind
 * @typedef {{ count: number, examples: string[] }} ErrorsOfKind
 * @typedef {object} ExchangeCount Answers of one exchange over the whole slice, in the window or not.
 * @property {string} name Such as `GET /hello`.
 * @property {number} responses
 * @property {number} right
 * @typedef {object} Sample What one slice gave (contracts/schema/sample.schema.json).
 * @property {'1.0'} schemaVersion
 * @property {string} driver
 * @property {string} startedAt
 * @property {number} connections
 * @property {number} seconds Length of the window in which answers counted.
 * @property {number} valid Right answers that ended in the window.
 * @property {number} responses All answers of the slice, before and after the window included.
 * @property {number} reconnects Connections closed by the server as it had announced.
 * @property {ExchangeCount[]} exchanges Of the load, in its order; none for an echo.
 * @property {number} requestsPerSecond
 * @property {{ p50: number | null, p99: number | null }} latencyMicros
 * @property {{ total: number, kinds: Partial<Record<ErrorKind, ErrorsOfKind>> }} errors
 * @property {string} histogram HdrHistogram of microseconds, V2 compressed base64.
 * @property {number} driverCpuShare CPU time of the driver over the window, as a share of one core.
 */

class Tally {
  /** @param {{ seconds: number, rampSeconds: number, exchanges?: string[] }} plan */
  constructor({ seconds, rampSeconds, exchanges = [] }) {
    this.startedAt = new Date();
    this.opensAt = performance.now() + rampSeconds * 1000;
    this.closesAt = this.opensAt + seconds * 1000;
    this.valid = 0;
    this.responses = 0;
    this.reconnects = 0;
    /** @type {ExchangeCount[]} */
    this.exchanges = exchanges.map((name) => ({ name, responses: 0, right: 0 }));
    /** @type {Map<ErrorKind, ErrorsOfKind>} */
    this.kinds = new Map();
    this.histogram = hdr.build({ highestTrackableValue: HIGHEST_MICROS, useWebAssembly: false });
    /** @type {number | undefined} */
    this.driverCpuShare = undefined;
    this.readCpuShare = () => 0;
    this.openTimer = setTimeout(() => this.watchCpu(), rampSeconds * 1000);
    /** @type {NodeJS.Timeout | undefined} */
    this.closeTimer = undefined;
  }

  /** Whether new requests are still sent. */
  get open() {
    return performance.now() < this.closesAt;
  }

  /**
   * @param {number} micros
   * @param {number} [exchange] Which one of the load's.
   */
  right(micros, exchange) {
    this.responses++;
    if (exchange !== undefined) {
      this.exchanges[exchange].responses++;
      this.exchanges[exchange].right++;
    }
    const now = performance.now();
    if (now < this.opensAt || now >= this.closesAt) return;
    this.valid++;
    this.histogram.recordValue(Math.min(HIGHEST_MICROS, Math.max(1, Math.round(micros))));
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

  watchCpu() {
    const cpu = process.cpuUsage();
    const from = performance.now();
    this.readCpuShare = () => {
      const { user, system } = process.cpuUsage(cpu);
      return (user + system) / 1000 / (performance.now() - from);
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
    const endedAt = Math.min(performance.now(), this.closesAt);
    const seconds = Math.max(0, endedAt - this.opensAt) / 1000;
    const kinds = Object.fromEntries(this.kinds);
    return {
      schemaVersion: '1.0',
      driver,
      startedAt: this.startedAt.toISOString(),
      connections,
      seconds,
      valid: this.valid,
      responses: this.responses,
      reconnects: this.reconnects,
      exchanges: this.exchanges,
      requestsPerSecond: seconds > 0 ? this.valid / seconds : 0,
      latencyMicros: {
        p50: this.valid > 0 ? this.histogram.getValueAtPercentile(50) : null,
        p99: this.valid >= P99_REQUESTS_MIN ? this.histogram.getValueAtPercentile(99) : null,
      },
      errors: { total: [...this.kinds.values()].reduce((sum, { count }) => sum + count, 0), kinds },
      histogram: hdr.encodeIntoCompressedBase64(this.histogram),
      // On a busy machine the last answers may be in before that timer has its turn.
      driverCpuShare: this.driverCpuShare ?? this.readCpuShare(),
    };
  }
}

module.exports = { Tally };
