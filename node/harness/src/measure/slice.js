/** Measures one slice of one arm: what the driver saw, what the server used, what the machine and the service did meanwhile. */
'use strict';

const { underConditions } = require('../instruments/conditions');
const {
  whyNoResources,
  readCpu,
  cpuBetween,
  compilersBetween,
  resetPeaks,
  peakResidentBytes,
} = require('../instruments/resources');
const { countedSlice } = require('../instruments/service-use');
const { whyInvalid } = require('./invalid');
const { endOf } = require('./server-end');

/**
 * @typedef {import('../drivers/tally').Sample} Sample
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('./arm').Arm} Arm
 * @typedef {import('./driver-process').DriverProcess} DriverProcess
 * @typedef {import('./records').ServedSample} ServedSample
 * @typedef {import('./records').SliceRecord} SliceRecord
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
 * @typedef {object} SliceTools
 * @property {DriverProcess} driver
 * @property {import('../services/services').Services | null} services
 * @property {import('../instruments/cores').CorePlan} cores
 */

/**
 * @typedef {object} SliceOrder
 * @property {import('../thresholds/limits').SliceKind} kind
 * @property {number} seconds
 * @property {number} [ratePerSecond] open loop; closed without
 */

/** Short slices too must not begin with the opening of connections. */
const RAMP_SECONDS = 0.05;
/** Connections are opened and closed, and the machine is looked at. */
const OVERHEAD_SECONDS = 0.08;

/**
 * @param {Arm} arm warm on the workload
 * @param {import('../contracts/load-contracts').Contract} contract
 * @param {SliceOrder} order
 * @param {SliceTools} tools
 * @returns {Promise<Pick<SliceRecord, 'conditions' | 'invalid' | 'problem' | 'sample'>>}
 */
async function measureSlice({ server, loads }, { workload, service }, order, tools) {
  const { driver, services, cores } = tools;
  const serverCores = (cores.servers ?? cores.all).length || 1;
  try {
    if (!server.running) throw new Error('the server is not there');
    const load = /** @type {import('../contracts/load-contracts').Load} */ (loads.get(workload));
    const { kind, ...how } = order;
    const slice = () => servedSlice({ driver, server, load, rampSeconds: RAMP_SECONDS, ...how });
    const { sample: counted, conditions } = await underConditions(
      { driverPid: driver.pid, serverCores },
      () => countedSlice({ services, service }, load, slice),
    );
    return {
      conditions,
      invalid: whyInvalid(kind, counted.sample, conditions),
      problem: endOf(server) ?? counted.problem,
      sample: counted.sample,
    };
  } catch (error) {
    const ended = endOf(server);
    return {
      conditions: { stolenCpuShare: null, driverWaitShare: null, serverCores },
      invalid: ended === null ? /** @type {Error} */ (error).message : null,
      problem: ended,
      sample: null,
    };
  }
}

/**
 * @param {{ driver: DriverProcess, server: Server, load: object, seconds: number, ratePerSecond?: number, rampSeconds: number }} work
 * @returns {Promise<ServedSample>}
 */
async function servedSlice({ driver, server, ...slice }) {
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
 * @param {number} seconds of its window
 * @returns {number} milliseconds that a slice takes
 */
function millisOfSlice(seconds) {
  return (seconds + RAMP_SECONDS + OVERHEAD_SECONDS) * 1000;
}

module.exports = { RAMP_SECONDS, measureSlice, millisOfSlice, unknownUse };
