/** Tells why a slice is not to be trusted, from its sample and what the machine did meanwhile. */
'use strict';

const hdr = require('hdr-histogram-js');
const { STOLEN_MAX } = require('../instruments/cpu-ticks');

/**
 * @typedef {import('../drivers/tally').Sample} Sample
 * @typedef {import('../instruments/conditions').Conditions} Conditions
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 * @typedef {import('./records').ServedSample} ServedSample
 */

const BUSY = 0.85;
/**
 * A driver and a server of the same runtime take turns on their cores, each idle for a tenth or two, and neither is the bottleneck. One
 * that keeps the server from a third of its core would hide what it is to measure.
 */
const SERVER_IDLE_BELOW = 0.7;
const LATE_OF_P99_MAX = 0.1;
/**
 * A machine's own work has any core for a per cent or three of the time, a tick of its clock at once. What was sent late for that is not in
 * the latencies. Where it is more, what is left is no longer a sample of what was due.
 */
const LATE_SHARE_MAX = 0.1;
const LITTLE_OFF_MAX = 0.1;
/** With fewer answers a connection, those that the window cuts at its ends weigh too much. */
const LITTLE_ANSWERS_PER_CONNECTION_MIN = 20;
const STOLEN = 'CPU stolen';
const MICROS_PER_SECOND = 1e6;

/**
 * @param {SliceKind} kind
 * @param {ServedSample} sample
 * @param {Conditions} conditions
 * @param {number | null} serversCpuShare of one core, what all servers had that were loaded at the same time; null where the machine does not tell
 * @returns {string | null} null when it is to be trusted
 */
function whyInvalid(kind, sample, conditions, serversCpuShare) {
  const invalid = stolen(conditions);
  // An open loop's driver may be busy: it watches the clock. Whether it was late is what counts.
  return kind === 'p99'
    ? (invalid ?? late(sample))
    : (invalid ?? driverBound(sample, conditions, serversCpuShare) ?? offLittlesLaw(sample));
}

/** @param {Conditions} conditions */
function stolen({ stolenCpuShare }) {
  if (stolenCpuShare === null || stolenCpuShare <= STOLEN_MAX) return null;
  return `${STOLEN}: ${percent(stolenCpuShare)} of it went to other machines`;
}

/**
 * @param {string} reason why a block was left out
 * @returns {boolean} whether others had the CPU, of the subject's slice or the reference's: which passes
 */
function isStolen(reason) {
  return reason.includes(STOLEN);
}

/**
 * A driver that waits for its core is as busy as one that has it, whoever has it meanwhile.
 *
 * @param {ServedSample} sample
 * @param {Conditions} conditions
 * @param {number | null} serversCpuShare
 */
function driverBound({ driverCpuShare }, { driverWaitShare, serverCores }, serversCpuShare) {
  const busy = driverCpuShare + (driverWaitShare ?? 0);
  const serverShare = (serversCpuShare ?? serverCores) / serverCores;
  if (busy <= BUSY || serverShare >= SERVER_IDLE_BELOW) return null;
  return (
    `driver-bound: the driver had or awaited its core for ${percent(Math.min(1, busy))} of the time, ` +
    `the server had ${percent(serverShare)} of its own`
  );
}

/** @param {Sample} sample */
function late({ lateSends, sentPerSecond, seconds, latenessMicros, latencyMicros }) {
  if (!lateSends || !sentPerSecond || !latenessMicros || latencyMicros.p99 === null) return null;
  const share = lateSends / (sentPerSecond * seconds);
  if (share <= LATE_SHARE_MAX || latenessMicros.p99 <= LATE_OF_P99_MAX * latencyMicros.p99) {
    return null;
  }
  return (
    `late sends: ${percent(share)} of the requests went out over 1 ms late; ` +
    `p99 of lateness ${Math.round(latenessMicros.p99)} µs, of latency ${Math.round(latencyMicros.p99)} µs`
  );
}

/**
 * In a closed loop connections = throughput x mean latency (Little 1961). Where that does not hold, answers
 * or time are missing: the driver was busy elsewhere, or stood still. A request that is cut by the start of the slice counts whole, one that is
 * cut by its end not at all: a server that stands still then is off by as much as its slowest answer took.
 *
 * @param {Sample} sample
 */
function offLittlesLaw({ connections, valid, requestsPerSecond, seconds, histogram }) {
  if (valid < connections * LITTLE_ANSWERS_PER_CONNECTION_MIN) return null;
  const { mean, maxValue: slowest } = hdr.decodeFromCompressedBase64(histogram);
  const inFlight = (requestsPerSecond * mean) / MICROS_PER_SECOND;
  const cut = slowest / (seconds * MICROS_PER_SECOND);
  if (Math.abs(inFlight / connections - 1) <= LITTLE_OFF_MAX + cut) return null;
  return (
    `Little's law: throughput x mean latency is ${inFlight.toFixed(1)} requests in flight, ` +
    `on ${connections} connections`
  );
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100)} %`;
}

module.exports = { whyInvalid, isStolen };
