/** Runs the gate with driver processes of its own, which live for the whole run and no longer. */
'use strict';

const { runnable } = require('../contracts/runnable');
const { planCores } = require('./cores');
const { Drivers } = require('./drivers');
const { runGate } = require('./gate');

/**
 * @typedef {import('./gate').GateOptions} GateOptions
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 */

/**
 * @param {Variant[]} subjects at least one
 * @param {Omit<GateOptions, 'driverFor' | 'cores'>} options contracts without a load, or whose service is not
 *   there, are left out
 * @returns {Promise<import('./gate').GateOutcome>}
 */
async function gateWithDriver(subjects, options) {
  const cores = planCores();
  const [{ stack }] = subjects;
  const drivers = new Drivers({ root: stack.rootFolder, cores: cores.driver });
  const loaded = options.contracts.filter(({ load }) => load !== undefined);
  const contracts = runnable(loaded, options.services);
  const warmedOn = options.warmedOn.filter(({ load, service }) => load && service === undefined);
  try {
    const driverFor = drivers.for.bind(drivers);
    return await runGate(subjects, { ...options, contracts, warmedOn, cores, driverFor });
  } finally {
    await drivers.stop();
  }
}

module.exports = { gateWithDriver };
