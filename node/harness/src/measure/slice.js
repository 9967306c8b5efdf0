/** Measures one slice: what the driver saw, what servers used, what the machine and the service did meanwhile. */
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

/** @typedef {Pick<SliceRecord, 'conditions' | 'invalid' | 'problem' | 'sample'>} Slice */

/**
 * Arms that are loaded at the same time share the cores of the servers: whatever slows one of them slows the others too.
 *
 * @param {Arm[]} arms warm on the workload; one, where arms take turns
 * @param {import('../contracts/load-contracts').Contract} contract
 * @param {SliceOrder} order for each of them
 * @param {SliceTools} tools
 * @returns {Promise<Slice[]>} in the order of the arms
 */
async function measureSlices(arms, contract, order, { driver, services, cores }) {
  const serverCores = (cores.servers ?? cores.all).length || 1;
  const { workload, service } = contract;
  try {
    const gone = arms.find(({ server }) => !server.running);
    if (gone) throw new Error(`${gone.variant.id}: the server is not there`);
    const load = /** @type {import('../contracts/load-contracts').Load} */ (contract.load);
    const { sample: counted, conditions } = await underConditions(
      { driverPid: driver.pid, serverCores },
      () =>
        countedSlice({ services, service }, load, () =>
          servedSlices(driver, arms, workload, { ownsCore: cores.driver !== null, ...order }),
        ),
    );
    const { samples, problem } = counted;
    const serversCpuShare = sumOf(samples.map(({ server }) => server.cpuShare));
    return samples.map((sample, at) => ({
      conditions,
      // Of several nobody knows whose it is.
      invalid:
        (samples.length > 1 ? problem : null) ??
        whyInvalid(order.kind, sample, conditions, serversCpuShare),
      problem: endOf(arms[at].server) ?? (samples.length > 1 ? null : problem),
      sample,
    }));
  } catch (error) {
    return arms.map(({ server }) => {
      const ended = endOf(server);
      return {
        conditions: { stolenCpuShare: null, driverWaitShare: null, serverCores },
        invalid: ended === null ? /** @type {Error} */ (error).message : null,
        problem: ended,
        sample: null,
      };
    });
  }
}

/**
 * @param {DriverProcess} driver
 * @param {Arm[]} arms
 * @param {string} workload
 * @param {SliceOrder & { ownsCore: boolean }} order
 * @returns {Promise<ServedSample[]>}
 */
async function servedSlices(driver, arms, workload, { kind: _kind, ...how }) {
  const orders = arms.map(({ server, loads }) => ({
    url: server.baseUrl,
    load: /** @type {import('../contracts/load-contracts').Load} */ (loads.get(workload)),
    rampSeconds: RAMP_SECONDS,
    ...how,
  }));
  const reason = whyNoResources();
  const watches = reason === null ? arms.map(({ server }) => new Watch(server)) : [];
  const samples = await driver.runAll(orders);
  return samples.map((sample, at) => ({
    ...sample,
    server: reason === null ? watches[at].useFor(sample) : unknownUse(reason),
  }));
}

/** What a server uses from now on. */
class Watch {
  #began;
  #before;
  #peaksAreFresh;
  #residentBytesBefore;

  /** @param {Server} server */
  constructor(server) {
    const pids = server.pids();
    this.server = server;
    this.#peaksAreFresh = resetPeaks(pids);
    this.#residentBytesBefore = server.residentBytes();
    this.#began = performance.now();
    this.#before = readCpu(pids);
  }

  /**
   * @param {Sample} sample of the time since then
   * @returns {ServerUse}
   */
  useFor(sample) {
    const after = readCpu(this.server.pids());
    const cpuMicros = cpuBetween(this.#before, after) / 1000;
    const compilers = compilersBetween(this.#before, after);
    const elapsedMicros = (performance.now() - this.#began) * 1000;
    return {
      cpuShare: cpuMicros / elapsedMicros,
      cpuMicrosPerRequest: sample.responses > 0 ? cpuMicros / sample.responses : null,
      compilerShare: compilers === null ? null : compilers / 1000 / elapsedMicros,
      residentBytesBefore: this.#residentBytesBefore,
      residentBytes: this.server.residentBytes(),
      peakResidentBytes: this.#peaksAreFresh ? peakResidentBytes(this.server.pids()) : null,
      reason: whyIncomplete(sample, this.#peaksAreFresh),
    };
  }
}

/**
 * @param {(number | null)[]} shares
 * @returns {number | null} null where one is not known
 */
function sumOf(shares) {
  return shares.reduce((sum, share) => (sum === null || share === null ? null : sum + share), 0);
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

module.exports = { RAMP_SECONDS, measureSlices, millisOfSlice, unknownUse };
