/** What came of each server of a run besides its verdicts: how it was warmed, what it did, how it ended. */
'use strict';

const { whyNotRun } = require('../stacks');

/**
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./arm').Warmed} Warmed
 * @typedef {import('./arm').WarmUp} WarmUp
 * @typedef {import('./records').Records} Records
 * @typedef {import('./records').ServedSample} ServedSample
 * @typedef {import('./records').SliceRecord} SliceRecord
 */

/**
 * One slice stands for all: one with errors, if there is any, else the middle one of those of throughput.
 *
 * @typedef {object} WorkloadResult
 * @property {WarmUp | null} warmUp
 * @property {ServedSample | null} sample
 * @property {boolean} driverBound whether the driver was the bottleneck in most slices
 * @property {string | null} problem
 */

/**
 * @typedef {object} ServerReport
 * @property {string} id
 * @property {string | null} notRun
 * @property {string | null} problem why it could not be measured at all
 * @property {Record<string, WorkloadResult>} workloads
 * @property {string[]} leftBehind
 * @property {string | null} stderr
 */

class ServersReport {
  /** @type {Map<string, ServerReport>} */
  #servers = new Map();

  /** @param {Variant[]} variants are in the report, whatever comes of them */
  constructor(variants) {
    for (const variant of variants) {
      const { id } = variant;
      const nothing = { problem: null, workloads: {}, leftBehind: [], stderr: null };
      this.#servers.set(id, { id, notRun: whyNotRun(variant), ...nothing });
    }
  }

  /**
   * @param {string} id
   * @param {string} problem
   */
  didNotStart(id, problem) {
    this.#of(id).problem = problem;
  }

  /**
   * @param {string} id
   * @param {string} workload
   * @param {Warmed} found
   */
  warmed(id, workload, { warmUp, problem }) {
    Object.assign(this.#result(id, workload), { warmUp, problem });
  }

  /**
   * @param {string} id
   * @param {{ leftBehind: string[], stderr: string | null }} ending of one of its processes
   */
  stopped(id, { leftBehind, stderr }) {
    const server = this.#of(id);
    server.leftBehind = [...server.leftBehind, ...leftBehind];
    server.stderr = stderr ?? server.stderr;
  }

  /**
   * @param {Records} records of the run
   * @returns {ServerReport[]}
   */
  all(records) {
    for (const record of records.all) {
      if (record.problem !== null)
        this.#result(record.arm, record.workload).problem = record.problem;
    }
    for (const { id, workloads } of this.#servers.values()) {
      for (const [workload, result] of Object.entries(workloads)) {
        const own = records.all.filter((each) => each.arm === id && each.workload === workload);
        Object.assign(result, shownOf(own));
      }
    }
    return [...this.#servers.values()];
  }

  /** @param {string} id */
  #of(id) {
    return /** @type {ServerReport} */ (this.#servers.get(id));
  }

  /**
   * @param {string} id
   * @param {string} workload
   */
  #result(id, workload) {
    const nothing = { warmUp: null, sample: null, driverBound: false, problem: null };
    return (this.#of(id).workloads[workload] ??= nothing);
  }
}

/**
 * @param {SliceRecord[]} records
 * @returns {Pick<WorkloadResult, 'sample' | 'driverBound'>}
 */
function shownOf(records) {
  const wrong = records.find(({ sample }) => (sample?.errors.total ?? 0) > 0);
  const own = records.filter(({ kind }) => kind === 'throughput');
  const speed = (/** @type {ServedSample} */ sample) => sample.requestsPerSecond;
  const sorted = own.flatMap(({ sample }) => sample ?? []).sort((a, b) => speed(a) - speed(b));
  const bound = own.filter(({ invalid }) => invalid?.startsWith('driver-bound'));
  return {
    sample: wrong?.sample ?? sorted[sorted.length >> 1] ?? null,
    driverBound: bound.length > own.length / 2,
  };
}

module.exports = { ServersReport };
