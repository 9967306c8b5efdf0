/** What came of each server of a run besides its verdicts: the figures that are shown, and what went wrong. */
'use strict';

const { whyNotRun } = require('../stacks');

/**
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./block-records').BlockRecord} BlockRecord
 * @typedef {import('./measure-variant').WorkloadResult} WorkloadResult
 * @typedef {import('./why-invalid').ServedSample} ServedSample
 */

/**
 * @typedef {object} ArmOutcome
 * @property {string} id
 * @property {string | null} notRun
 * @property {string | null} problem why it could not be measured at all
 * @property {Record<string, WorkloadResult>} workloads
 * @property {string[]} leftBehind
 * @property {string | null} stderr
 */

class ArmOutcomes {
  /** @type {Map<string, ArmOutcome>} */
  #arms = new Map();
  /** @type {Map<WorkloadResult, BlockRecord[]>} */
  #records = new Map();

  /** @param {Variant} variant is in the report, whatever comes of it */
  add(variant) {
    if (this.#arms.has(variant.id)) return;
    const notRun = whyNotRun(variant);
    const nothing = { problem: null, workloads: {}, leftBehind: [], stderr: null };
    this.#arms.set(variant.id, { id: variant.id, notRun, ...nothing });
  }

  /**
   * @param {string} id
   * @param {string} workload
   * @param {Partial<WorkloadResult>} what
   */
  tell(id, workload, what) {
    Object.assign(this.#result(id, workload), what);
  }

  /**
   * @param {string} id
   * @param {Partial<ArmOutcome>} what
   */
  tellOfAll(id, what) {
    Object.assign(this.#arm(id), what);
  }

  /**
   * @param {string} id
   * @param {Pick<ArmOutcome, 'leftBehind' | 'stderr'>} ending of one of its processes
   */
  ended(id, { leftBehind, stderr }) {
    const arm = this.#arm(id);
    arm.leftBehind = [...arm.leftBehind, ...leftBehind];
    arm.stderr = stderr ?? arm.stderr;
  }

  /** @param {BlockRecord} record */
  record(record) {
    const result = this.#result(record.arm, record.workload);
    if (record.problem !== null) result.problem = record.problem;
    this.#records.set(result, [...(this.#records.get(result) ?? []), record]);
  }

  /** @returns {ArmOutcome[]} */
  all() {
    for (const [result, records] of this.#records) Object.assign(result, shownOf(records));
    return [...this.#arms.values()];
  }

  /** @param {string} id */
  #arm(id) {
    return /** @type {ArmOutcome} */ (this.#arms.get(id));
  }

  /**
   * @param {string} id
   * @param {string} workload
   */
  #result(id, workload) {
    const nothing = {
      warmUp: null,
      sample: null,
      service: null,
      driverBound: false,
      problem: null,
    };
    return (this.#arm(id).workloads[workload] ??= nothing);
  }
}

/**
 * One slice stands for all: one with errors, if there is any, else the middle one of those of throughput.
 *
 * @param {BlockRecord[]} records
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

module.exports = { ArmOutcomes };
