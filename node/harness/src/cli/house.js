/** Finds the house that a command works on, and what lives in it: contracts, stacks and variants. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { loadContracts } = require('../contracts/load-contracts');
const { runnable } = require('../contracts/runnable');
const { loadStacks, variantsOf } = require('../stacks');
const { loadThresholds } = require('../thresholds/load-thresholds');
const { UsageError } = require('./exit-codes');
const { nearest } = require('./nearest');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 * @typedef {'alone' | 'with variants'} Reach what the id of a stack stands for
 */

/**
 * @typedef {object} House
 * @property {string} root
 * @property {Contract[]} contracts
 * @property {Variant[]} variants
 * @property {Thresholds | null} thresholds null where it has no thresholds.json
 */

const MARK = 'contracts/workloads.json';
const OWN = path.resolve(__dirname, '../../../..');

/**
 * @param {string} [from]
 * @returns {House} of the nearest folder above that has contracts, else the one that we are part of
 * @throws {import('../input/invalid-input').InvalidInput} a file of it cannot be used
 */
function openHouse(from = process.cwd()) {
  const root = houseAbove(path.resolve(from)) ?? OWN;
  const contracts = loadContracts(path.join(root, 'contracts'));
  const variants = loadStacks(root).flatMap(variantsOf);
  return { root, contracts, variants, thresholds: loadThresholds({ root, contracts, variants }) };
}

/**
 * @param {string} folder
 * @returns {string | null}
 */
function houseAbove(folder) {
  if (fs.existsSync(path.join(folder, MARK))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? null : houseAbove(parent);
}

/**
 * @param {House} house
 * @param {string[] | undefined} ids as typed; undefined means those that `byDefault` accepts
 * @param {{ reach: Reach, byDefault: (variant: Variant) => boolean }} choice
 * @returns {Variant[]}
 * @throws {UsageError} for an id that no stack or variant has
 */
function chooseVariants({ variants }, ids, { reach, byDefault }) {
  if (!ids) return variants.filter(byDefault);
  const known = variants.map(({ id }) => id);
  refuseUnknown(ids, known, 'stack');
  return variants.filter(
    ({ id, stack }) => ids.includes(id) || (reach === 'with variants' && ids.includes(stack.id)),
  );
}

/**
 * @param {Contract[]} contracts
 * @param {string[] | undefined} names as typed; undefined means all
 * @returns {Contract[]}
 * @throws {UsageError} for a name that no contract has
 */
function chooseContracts(contracts, names) {
  if (!names) return contracts;
  const known = contracts.map(({ workload }) => workload);
  refuseUnknown(names, known, 'workload');
  return contracts.filter(({ workload }) => names.includes(workload));
}

/**
 * @param {House} house
 * @param {import('./options').Choice & { connections?: number }} choice
 * @returns {Contract[]} with as many connections as were asked for
 * @throws {UsageError} for a workload that is not measured
 */
function chooseLoaded(house, { workload, connections }) {
  const loaded = chooseContracts(house.contracts, workload).flatMap((contract) => {
    const { load } = contract;
    if (load === undefined) return [];
    return [{ ...contract, load: { ...load, connections: connections ?? load.connections } }];
  });
  if (loaded.length > 0) return loaded;
  throw new UsageError(`nothing to measure: ${workload?.join(', ')} has no load in its contract`);
}

/**
 * @param {House} house
 * @param {Contract[]} contracts
 * @param {import('../services/services').Services} services
 */
function wantedOf(house, contracts, services) {
  const loaded = contracts.filter(({ load }) => load !== undefined);
  const warmedOn = runnable(house.contracts, null).filter(({ load }) => load !== undefined);
  return { contracts: loaded, warmedOn, services };
}

/**
 * @param {string[]} typed
 * @param {string[]} known
 * @param {string} what
 */
function refuseUnknown(typed, known, what) {
  const unknown = typed.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const lines = unknown.map((name) => {
    const near = nearest(name, known);
    return `unknown ${what} "${name}"${near ? `: did you mean "${near}"?` : ''}`;
  });
  throw new UsageError([...lines, `known: ${known.join(', ')}`].join('\n'));
}

module.exports = { openHouse, chooseVariants, chooseContracts, chooseLoaded, wantedOf };
