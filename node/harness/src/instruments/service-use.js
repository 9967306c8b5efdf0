/** Counts what a backing service executes during a slice: less than was answered came from memory. */
'use strict';

const net = require('node:net');

/**
 * @typedef {import('../contracts/load-contracts').Load} Load
 * @typedef {import('../drivers/tally').Sample} Sample
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../services/services').Service} Service
 * @typedef {import('../services/services').ServiceName} ServiceName
 * @typedef {import('../services/services').Counts} Counts
 */

/**
 * What a service executed during a slice. Commands of other clients are among them: they can only make
 * it more.
 *
 * @typedef {object} ServiceUse
 * @property {string} description of the service, for people
 * @property {number | null} reads null where the service does not tell
 * @property {number | null} writes
 */

/**
 * @typedef {object} Backing what a workload's answers come from
 * @property {Services | null} services
 * @property {ServiceName} [service] none where the workload needs none
 */

/** Of the answers; a service may count a moment later than it answers. */
const SHORTFALL_MAX = 0.001;
const CONNECT_WITHIN_MILLIS = 2_000;
const READS = ['GET', 'HEAD'];

/**
 * @template {Sample} S
 * @param {Backing} backing
 * @param {Load} load what the slice sends to each server
 * @param {() => Promise<S[]>} slice gives a sample of each server
 * @returns {Promise<{ samples: S[], service: ServiceUse | null, problem: string | null }>}
 * @throws {Error} the service does not answer
 */
async function countedSlice({ services, service: name }, load, slice) {
  if (!services || !name) return { samples: await slice(), service: null, problem: null };
  const found = services.of(name);
  const before = await services.counts(name);
  if (before === null && !(await connects(found))) throw new Error(gone(found));
  const samples = await slice();
  const after = await services.counts(name);
  const service = useBetween(found.description, before, after);
  const problem =
    after === null && (before !== null || !(await connects(found)))
      ? gone(found)
      : (restarted(before, after, service) ?? missing(load, samples, service));
  return { samples, service, problem };
}

/**
 * @param {Service} service that ran
 * @returns {Promise<boolean>} whether it still takes connections
 */
function connects({ url }) {
  const { hostname, port } = new URL(String(url));
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port) });
    const end = (/** @type {boolean} */ isThere) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(CONNECT_WITHIN_MILLIS, () => end(false));
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** @param {Service} service */
function gone({ description, source }) {
  return `${description}${source === 'environment' ? '' : ', which this run had started,'} no longer answers`;
}

/**
 * @param {string} description
 * @param {Counts | null} before
 * @param {Counts | null} after
 * @returns {ServiceUse}
 */
function useBetween(description, before, after) {
  if (!before || !after) return { description, reads: null, writes: null };
  const reads = after.reads - before.reads;
  const writes = after.writes - before.writes;
  const isWhole = reads >= 0 && writes >= 0;
  return { description, reads: isWhole ? reads : null, writes: isWhole ? writes : null };
}

/**
 * @param {Counts | null} before
 * @param {Counts | null} after
 * @param {ServiceUse} service
 * @returns {string | null}
 */
function restarted(before, after, { description, reads }) {
  const isRestarted = before !== null && after !== null && reads === null;
  return isRestarted ? `${description} was started anew during the slice` : null;
}

/**
 * @param {Load} load
 * @param {Sample[]} samples
 * @param {ServiceUse} service
 * @returns {string | null} what was answered without asking the service
 */
function missing(load, samples, { description, reads, writes }) {
  // It may have been away and have begun to count anew; and the errors fail the run in any event.
  if (samples.some(({ errors }) => errors.total > 0)) return null;
  const methods = (load.exchanges ?? []).map(({ request: { method = 'GET' } }) => method);
  const shortfall = (/** @type {boolean} */ isRead, /** @type {number | null} */ asked) => {
    const own = methods.filter((method) => READS.includes(method) === isRead);
    const ofKind = samples.flatMap(({ exchanges }) =>
      exchanges.filter((_, at) => READS.includes(methods[at]) === isRead),
    );
    const answered = ofKind.reduce((sum, { right }) => sum + right, 0);
    if (asked === null || asked >= answered * (1 - SHORTFALL_MAX)) return null;
    const what = `${thousands(answered)} ${[...new Set(own)].join('s and ')}s`;
    return `answered ${what}, but ${description} was asked ${thousands(asked)} times`;
  };
  return shortfall(true, reads) ?? shortfall(false, writes);
}

/** @param {number} count */
function thousands(count) {
  return count.toLocaleString('en-US');
}

/**
 * @param {Services | null} services
 * @param {{ service?: ServiceName }[]} contracts
 * @returns {Record<string, string>} how a server finds the services themselves: there is no relay between
 */
function serviceUrls(services, contracts) {
  const names = new Set(contracts.flatMap(({ service }) => service ?? []));
  const found = [...names].map((name) => services?.of(name));
  return Object.fromEntries(
    found.flatMap((service) => (service?.url ? [[service.variable, service.url]] : [])),
  );
}

module.exports = { countedSlice, serviceUrls };
