/** Measures the goals of the chosen stacks (`measure --bare`), and tells its progress. */
'use strict';

const { planCores } = require('../measure/cores');
const { DriverProcess } = require('../measure/driver-process');
const { measureGoals } = require('../measure/goals');
const { loadStacks, variantsOf } = require('../stacks');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../measure/goals').Goal} Goal
 * @typedef {import('../reports/progress').Progress} Progress
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 */

/** Each framework's own getting-started server; its id is the stack's with `-bare`. */
const BARE_LISTS = ['node/servers/bare/stacks.json', 'java/servers/bare/stacks.json'];

/**
 * @param {string} root the house
 * @param {Variant[]} variants
 * @param {Contract[]} contracts the chosen ones
 * @param {{ seconds: number, pairs?: number, services: Services | null, progress: Progress }} options
 * @returns {Promise<Goal[]>}
 */
async function runGoals(root, variants, contracts, { progress, ...how }) {
  const bares = loadStacks(root, { lists: BARE_LISTS }).flatMap(variantsOf);
  const cores = planCores();
  const driver = new DriverProcess({ cores: cores.driver });
  /** @type {Goal[]} */
  const goals = [];
  try {
    for (const [at, variant] of variants.entries()) {
      const position = `goals [${at + 1}/${variants.length}] ${variant.id}`;
      const bare = bares.find(({ id }) => id === `${variant.id}-bare`);
      const own = await measureGoals(variant, bare, {
        ...how,
        root,
        contracts,
        driver,
        cores,
        onProgress: (what) => progress.now(`${position} ${what}`),
      });
      own.forEach((goal) => progress.done(`${position} ${outcome(goal)}`));
      goals.push(...own);
    }
  } finally {
    await driver.stop();
    progress.clear();
  }
  return goals;
}

/** @param {Goal} goal */
function outcome({ what, measured, problem }) {
  return `${what}: ${measured === null ? problem : measured.toFixed(3)}`;
}

module.exports = { runGoals };
