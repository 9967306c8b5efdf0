/** Measures one slice: the driver's sample, and what the server used meanwhile. */
'use strict';

const {
  whyNoResources,
  readCpu,
  cpuBetween,
  compilersBetween,
  resetPeaks,
  peakResidentBytes,
} = require('./resources');

/**
 * @typedef {import('../drivers/tally').Sample} Sample
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('./driver-process').DriverProcess} DriverProcess
 */

/**
 * Resources of the server and its children together; null where the machine does not tell.
 *
 * @typedef {object} ServerUse
 * @property {number | null} cpuShare of one core, over the slice
 * @property {number | null} cpuMicrosPerRequest
 * @property {number | null} [compilerShare] CPU time of the compilers of a JVM, of one core, over the slice; null where it is none
 * @property {number | null} residentBytesBefore the slice, when the server was warm
 * @property {number | null} residentBytes after the slice
 * @property {number | null} peakResidentBytes during the slice
 * @property {string | null} reason why figures are null
 */

/**
 * @typedef {object} SliceWork
 * @property {DriverProcess} driver
 * @property {Server} server
 * @property {object} load
 * @property {Record<string, string[]>} [turns] words of the load that take these values in turn
 * @property {number} seconds
 * @property {number} [ratePerSecond] open loop; closed without
 * @property {number} [rampSeconds] load before the window opens (the driver's default)
 */

/**
 * @param {SliceWork} work
 * @returns {Promise<Sample & { server: ServerUse }>}
 */
async function measureSlice({ driver, server, ...slice }) {
  const order = { url: server.baseUrl, ...slice };
  const reason = whyNoResources();
  if (reason) return { ...(await driver.run(order)), server: unknownUse(reason) };
  const pids = server.pids();
  const peaksAreFresh = resetPeaks(pids);
  const residentBytesBefore = server.residentBytes();
  const began = performance.now();
  const before = readCpu(pids);
  const sample = await driver.run(order);
  const after = readCpu(server.pids());
  const cpuMicros = cpuBetween(before, after) / 1000;
  const compilers = compilersBetween(before, after);
  const elapsedMicros = (performance.now() - began) * 1000;
  return {
    ...sample,
    server: {
      cpuShare: cpuMicros / elapsedMicros,
      cpuMicrosPerRequest: sample.responses > 0 ? cpuMicros / sample.responses : null,
      compilerShare: compilers === null ? null : compilers / 1000 / elapsedMicros,
      residentBytesBefore,
      residentBytes: server.residentBytes(),
      peakResidentBytes: peaksAreFresh ? peakResidentBytes(server.pids()) : null,
      reason: whyIncomplete(sample, peaksAreFresh),
    },
  };
}

/**
 * @param {Sample} sample
 * @param {boolean} peaksAreFresh
 * @returns {string | null}
 */
function whyIncomplete({ responses }, peaksAreFresh) {
  if (responses === 0) return 'nothing was answered';
  return peaksAreFresh ? null : 'peaks of memory cannot be reset on this machine';
}

/**
 * @param {string} reason
 * @returns {ServerUse}
 */
function unknownUse(reason) {
  return {
    cpuShare: null,
    cpuMicrosPerRequest: null,
    compilerShare: null,
    residentBytesBefore: null,
    residentBytes: null,
    peakResidentBytes: null,
    reason,
  };
}

/**
 * Whether the figures are the driver's limit and not the server's.
 *
 * @param {Sample & { server: ServerUse }} sample
 * @param {number} serverCores
 * @returns {boolean}
 */
function isDriverBound({ driverCpuShare, server }, serverCores) {
  const BUSY = 0.85;
  return driverCpuShare > BUSY && (server.cpuShare ?? 1) / serverCores < BUSY;
}

module.exports = { measureSlice, isDriverBound, unknownUse };
