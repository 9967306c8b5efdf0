/** Which services tests need, which must be known before the first of them is named. */
'use strict';

const { contractsFor } = require('../contracts');
const { whyNotRun } = require('../stacks');

/** @typedef {import('../contracts/load-contracts').Contract} Contract */
/** @typedef {import('../stacks/load-stacks').Variant} Variant */

/**
 * @param {Variant[]} variants
 * @param {Contract[]} contracts
 * @returns {NonNullable<Contract['service']>[]} what the variants need that can be run, each once
 */
function servicesOf(variants, contracts) {
  const running = variants.filter((variant) => whyNotRun(variant) === null);
  const honoured = running.flatMap(({ workloads }) => contractsFor(contracts, workloads));
  return [...new Set(honoured.flatMap(({ service }) => service ?? []))];
}

module.exports = { servicesOf };
