/** The figures of one arm on one workload that a report shows beside its verdict. */
'use strict';

const { median } = require('./steady');

/** @typedef {import('./records').ServedSample} ServedSample */
/** @typedef {import('./runtime-figures').RuntimeFigures} RuntimeFigures */

/**
 * Of the slices of throughput, medians; null where the machine or the runtime does not tell.
 *
 * @typedef {object} OwnFigures
 * @property {number} requestsPerSecond
 * @property {{ p50: number | null, p99: number | null }} latencyMicros of the closed loop
 * @property {number | null} cpuMicrosPerRequest
 * @property {number | null} residentBytes the most
 *
 * @typedef {OwnFigures & RuntimeFigures} Figures what the runtime tells is of an extra process
 */

/** @type {RuntimeFigures} */
const NOTHING_TOLD = { eventLoopDelayMicros: null, gcPauseShare: null };

/**
 * @param {ServedSample[]} samples of throughput
 * @param {RuntimeFigures} [runtime]
 * @returns {Figures | null} null without a sample
 */
function figuresOf(samples, runtime = NOTHING_TOLD) {
  if (samples.length === 0) return null;
  const middle = (/** @type {(sample: ServedSample) => number | null} */ of) => {
    const known = samples.flatMap((sample) => of(sample) ?? []);
    return known.length > 0 ? median(known) : null;
  };
  const resident = samples.flatMap(({ server }) => server.residentBytes ?? []);
  return {
    requestsPerSecond: median(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
    latencyMicros: {
      p50: middle(({ latencyMicros }) => latencyMicros.p50),
      p99: middle(({ latencyMicros }) => latencyMicros.p99),
    },
    cpuMicrosPerRequest: middle(({ server }) => server.cpuMicrosPerRequest),
    residentBytes: resident.length > 0 ? Math.max(...resident) : null,
    ...runtime,
  };
}

module.exports = { figuresOf };
