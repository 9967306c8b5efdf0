/** Whether one server gets worse while it is loaded: one set of processes shows it on all of its workloads, and a fresh one confirms it. */
'use strict';

const { driftsOf, maySlowDown } = require('./drift');
const { seriesOf } = require('./series');

/**
 * @typedef {import('./drift').Drift} Drift
 * @typedef {import('./drift').Pace} Pace
 * @typedef {import('./metric').Metric} Metric
 * @typedef {import('./records').Block} Block
 * @typedef {import('./records').Place} Place
 * @typedef {import('./records').Records} Records
 */

/** So many blocks of throughput show a drift, of all workloads together: only those of the same are compared; */
const BLOCKS_IN_ALL = 30;
/** so many of one that is alone; */
const BLOCKS_OF_ONE = 16;
/** and so many of each, however many there are. */
const BLOCKS_OF_EACH_MIN = 4;
/** What they leave suspect gets so many times as many. */
const TIMES_IF_SUSPECT = 3;

class ServerDrift {
  #watched;
  #records;

  /**
   * @param {{ place: Place, metrics: Metric[] }[]} watched the comparisons of one server that are judged; none where nothing is watched
   * @param {Records} records of the run
   */
  constructor(watched, records) {
    this.#watched = watched;
    this.#records = records;
  }

  /**
   * @param {number} process which set of processes
   * @param {number} blocks of throughput that it has of one workload
   * @returns {boolean} whether more of them are to show that the server gets worse, or that it does not
   */
  wantsMore(process, blocks) {
    const wanted = this.#blocksOfEach;
    if (blocks < wanted) return true;
    if (blocks >= TIMES_IF_SUSPECT * wanted || !maySlowDown(this.#paces(process))) return false;
    return this.ofSet(process).length === 0;
  }

  get #blocksOfEach() {
    const workloads = Math.max(1, this.#watched.length);
    const share = Math.ceil(BLOCKS_IN_ALL / workloads);
    return Math.max(BLOCKS_OF_EACH_MIN, Math.min(BLOCKS_OF_ONE, share));
  }

  /**
   * @param {number} process which set of processes
   * @returns {Drift[]}
   */
  ofSet(process) {
    return driftsOf(this.#paces(process), this.#residences(process));
  }

  /**
   * @param {number} process the last set
   * @returns {string[]} names of drifts that it is the first to show
   */
  unconfirmed(process) {
    const before = setsUntil(process - 1).flatMap((set) => this.ofSet(set));
    return this.ofSet(process)
      .filter(({ kind }) => !before.some((drift) => drift.kind === kind))
      .map(({ kind, workload }) => driftName(this.#watched[0].place.subject, workload, kind));
  }

  /** @returns {Drift[]} what two sets of processes have shown, as the last of them tells it: chance hardly shows it twice */
  confirmed() {
    /** @type {Map<Drift['kind'], Drift[]>} */
    const again = new Map();
    /** @type {Drift['kind'][]} */
    const seen = [];
    for (const set of setsUntil(this.#lastSet)) {
      const drifts = this.ofSet(set);
      for (const { kind } of drifts.filter((drift) => seen.includes(drift.kind))) {
        again.set(
          kind,
          drifts.filter((drift) => drift.kind === kind),
        );
      }
      seen.push(...drifts.map(({ kind }) => kind));
    }
    return [...again.values()].flat();
  }

  get #lastSet() {
    const blocks = this.#watched.flatMap(({ place }) => this.#records.blocksOf(place));
    return Math.max(0, ...blocks.map(({ subject }) => subject.process));
  }

  /**
   * @param {number} process
   * @returns {Pace[]}
   */
  #paces(process) {
    return this.#watched.flatMap((each) => this.#pace(each, process));
  }

  /**
   * @param {{ place: Place, metrics: Metric[] }} watched
   * @param {number} process
   * @returns {Pace[]} none where there is no reference
   */
  #pace({ place, metrics }, process) {
    const metric = metrics.find(({ kind, isRelative }) => kind === 'throughput' && isRelative);
    if (metric === undefined) return [];
    const blocks = this.#records
      .blocksOf(place)
      .filter(({ subject }) => subject.process === process && subject.kind === 'throughput');
    const throughput = seriesOf(metric, blocks);
    return [{ workload: place.workload, throughput, speeds: speedsIn(blocks) }];
  }

  /**
   * @param {number} process
   * @returns {import('./drift').Residence[]}
   */
  #residences(process) {
    if (this.#watched.length === 0) return [];
    const workloads = this.#watched.map(({ place }) => place.workload);
    return this.#records
      .slicesOf(this.#watched[0].place, process)
      .filter(({ workload, kind }) => workloads.includes(workload) && kind !== 'warm-up')
      .flatMap(({ workload, sample }) => {
        const residentBytes = sample?.server.residentBytes ?? null;
        return residentBytes === null ? [] : { workload, residentBytes };
      });
  }
}

/** @param {number} last */
function setsUntil(last) {
  return Array.from({ length: last }, (_, at) => at + 1);
}

/**
 * @param {Block[]} blocks of throughput
 * @returns {number[]} logarithms of the subject's speeds
 */
function speedsIn(blocks) {
  return blocks
    .filter(({ subject }) => subject.invalid === null)
    .flatMap(({ subject }) => subject.sample?.requestsPerSecond ?? [])
    .filter((speed) => speed > 0)
    .map(Math.log);
}

/**
 * @param {string} subject
 * @param {string} workload
 * @param {Drift['kind']} kind
 * @returns {string} such as `node/express hash.slowsDown`
 */
function driftName(subject, workload, kind) {
  return `${subject} ${workload}.${kind}`;
}

module.exports = { ServerDrift, driftName };
