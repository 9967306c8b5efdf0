/** A server that a user's own suite puts to the test: it is started when an expectation wants it, and stopped after. */
'use strict';

const path = require('node:path');
const { VariantRun, describeFailure, loadContracts } = require('../contracts');
const { runnable } = require('../contracts/runnable');
const { measure } = require('../measure/measurement');
const { gatePlan } = require('../measure/plan');
const { Progress } = require('../reports/progress');
const { startServices } = require('../services');
const { loadStacks, variantsOf } = require('../stacks');
const { loadThresholds } = require('../thresholds/load-thresholds');
const { USUAL } = require('../thresholds/usual');
const { supertestExchange } = require('./supertest-exchange');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../measure/comparison').ComparisonOutcome} ComparisonOutcome
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/load-thresholds').Limits} Limits
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 */

/**
 * As in a stack.json, with the folder in which it would lie.
 *
 * @typedef {object} Declaration
 * @property {string} id such as `node/orders`
 * @property {string[]} command run in `folder`
 * @property {string} folder absolute
 * @property {string[]} workloads that it speaks
 * @property {'node' | 'java'} [language] whose yardstick it is held against (node)
 * @property {Record<string, string>} [env]
 */

const OWN_HOUSE = path.resolve(__dirname, '../../../..');
const SLICE_SECONDS = 0.15;
const P99_SECONDS_MAX = 2.5;
const MINUTES_MAX = 2;
/** An expectation cannot be skipped: where the machine spoilt the measurement, it is given another. */
const MEASUREMENTS_MAX = 2;

class ServerUnderTest {
  #variant;
  #house;

  /**
   * @param {Declaration} declaration
   * @param {{ rootFolder?: string }} [house] whose contracts, yardsticks and thresholds.json count (Loadline's own)
   * @throws {import('../input/invalid-input').InvalidInput} a file of the house cannot be used
   */
  constructor(declaration, { rootFolder = OWN_HOUSE } = {}) {
    const root = path.resolve(rootFolder);
    this.#variant = variantOf(declaration, root);
    const listed = loadStacks(root).flatMap(variantsOf);
    const variants = [this.#variant, ...listed.filter(({ id }) => id !== declaration.id)];
    const contracts = loadContracts(path.join(root, 'contracts'));
    const thresholds = loadThresholds({ root, variants, contracts });
    this.#house = { root, variants, contracts, thresholds };
    this.id = declaration.id;
  }

  /**
   * Measures it beside its language's yardstick until it is known whether it holds its limits.
   *
   * @param {string} workload
   * @param {Limits} [limits] in place of those of thresholds.json
   * @returns {Promise<ComparisonOutcome>}
   */
  async comparisonOf(workload, limits) {
    let found = await this.#measured(workload, limits);
    for (let times = 1; found.verdict === 'invalid' && times < MEASUREMENTS_MAX; times++) {
      found = await this.#measured(workload, limits);
    }
    return found;
  }

  /**
   * @param {string} workload
   * @param {Limits} [limits]
   * @returns {Promise<ComparisonOutcome>}
   */
  async #measured(workload, limits) {
    const contract = this.#contract(workload);
    const { root, variants, contracts } = this.#house;
    const thresholds = this.#thresholds(workload, limits);
    const progress = new Progress(process.stderr);
    const warmedOn = runnable(contracts, null).filter(({ load }) => load !== undefined);
    const { comparisons } = await this.#withServices(contract, (services) => {
      const wanted = { contracts: [contract], warmedOn, services };
      const plan = gatePlan([this.#variant], { ...wanted, variants, thresholds, isFull: true });
      return measure(plan, {
        root,
        services,
        seconds: SLICE_SECONDS,
        p99SecondsMax: P99_SECONDS_MAX,
        minutesMax: MINUTES_MAX,
        onProgress: (what) => progress.now(`measure ${what}`),
        onDone: (what) => progress.done(`measure ${what}`),
      });
    });
    progress.clear();
    const [comparison] = comparisons;
    if (comparison) return comparison;
    throw new Error(`${this.id} cannot be measured on ${workload} here`);
  }

  /**
   * @param {string} workload
   * @returns {Promise<string[]>} a message for each case that does not hold
   */
  async failuresOf(workload) {
    const contract = this.#contract(workload);
    return this.#withServices(contract, async (services) => {
      const run = new VariantRun(this.#variant, {
        exchange: supertestExchange,
        services,
        contracts: [contract],
      });
      try {
        return await failures(run, this.id, contract);
      } finally {
        await run.kill();
      }
    });
  }

  /** @returns {'pass' | 'warn' | 'fail'} what is made of a measurement that decided nothing */
  get inconclusive() {
    return this.#house.thresholds?.gate.inconclusive ?? 'warn';
  }

  /** @param {string} workload */
  #contract(workload) {
    const { contracts } = this.#house;
    const contract = contracts.find((each) => each.workload === workload);
    if (contract) return contract;
    const known = contracts.map((each) => each.workload).join(', ');
    throw new Error(`unknown workload "${workload}"; known: ${known}`);
  }

  /**
   * @param {string} workload
   * @param {Limits} [limits]
   * @returns {Thresholds}
   */
  #thresholds(workload, limits) {
    const { gate, regression, stacks } = this.#house.thresholds ?? USUAL;
    const own = limits ?? stacks[this.id]?.[workload] ?? {};
    return /** @type {Thresholds} */ ({
      gate,
      regression,
      stacks: { [this.id]: { [workload]: own } },
    });
  }

  /**
   * @template T
   * @param {Contract} contract
   * @param {(services: Services) => Promise<T>} use
   * @returns {Promise<T>}
   */
  async #withServices({ service }, use) {
    const { root } = this.#house;
    const services = await startServices(service ? [service] : [], { root, onProgress: () => {} });
    try {
      return await use(services);
    } finally {
      await services.stop();
    }
  }
}

/**
 * @param {VariantRun} run
 * @param {string} id
 * @param {Contract} contract
 * @returns {Promise<string[]>}
 */
async function failures(run, id, contract) {
  const messages = [];
  for (const contractCase of contract.cases) {
    const result = await run.run(contract, contractCase);
    if (result.status === 'fail') messages.push(describeFailure(id, result));
  }
  return messages;
}

/**
 * @param {Declaration} declaration
 * @param {string} rootFolder
 * @returns {Variant}
 */
function variantOf({ id, command, folder, workloads, language = 'node', env = {} }, rootFolder) {
  const stack = {
    id,
    language,
    description: 'a server of this test',
    command,
    workloads,
    needs: {},
    variants: {},
    knownFailing: {},
    folder: path.resolve(folder),
    rootFolder,
  };
  return { id, stack, env, command, workloads, knownFailing: {} };
}

module.exports = { ServerUnderTest };
