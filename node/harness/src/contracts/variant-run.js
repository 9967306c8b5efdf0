/** Runs cases against one variant: a server is started when first needed, and anew when a case has ended it. */
'use strict';

const { AskAgain } = require('./ask-again');
const { startRelayed } = require('./relayed-server');
const { runCase } = require('./run-case');

/** @typedef {import('./load-contracts').Contract} Contract */
/** @typedef {import('./load-contracts').ContractCase} ContractCase */
/** @typedef {import('./relayed-server').RelayedServer} RelayedServer */

/**
 * @typedef {object} VariantRunOptions
 * @property {import('./relayed-server').StartOptions} [start] how servers are started
 * @property {import('../services/services').Services | null} [services] what servers are told of, through relays of their own
 * @property {Contract[]} [contracts] whose cases are to be run
 * @property {import('./http-exchange').Exchange} [exchange]
 * @property {number} [timeoutMillis]
 * @property {import('./ask-again').WatchedMachine} [machine] others may have its CPU, so that a case is asked again
 */

/** Its servers run until it is stopped: one that is told of services, and one for the cases without them. */
class VariantRun {
  #variant;
  #options;
  #askAgain;
  /** @type {Map<boolean, Promise<RelayedServer>>} by whether they are told of services */
  #running = new Map();

  /**
   * @param {import('../stacks/load-stacks').Variant} variant
   * @param {VariantRunOptions} [options]
   */
  constructor(variant, options = {}) {
    this.#variant = variant;
    this.#options = options;
    this.#askAgain = new AskAgain(options.machine);
  }

  /**
   * @param {Contract} contract one that is runnable with the services
   * @param {ContractCase} contractCase
   * @returns {Promise<import('./run-case').CaseResult>}
   * @throws {import('../stacks/server').NotStarted} the server did not get ready
   */
  run(contract, contractCase) {
    return this.#askAgain.unlessRobbed(() => this.#attempt(contract, contractCase));
  }

  /**
   * @param {Contract} contract
   * @param {ContractCase} contractCase
   * @returns {Promise<import('./run-case').CaseResult>}
   */
  async #attempt(contract, contractCase) {
    const { exchange, timeoutMillis } = this.#options;
    const withServices = !contractCase.withoutServices;
    const relayed = await this.#relayed(withServices, beginsWithRestart(contractCase));
    const result = await runCase(relayed.server, contract, contractCase, {
      relays: relayed.relays,
      startAgain: () => relayed.startAgain(),
      ...(exchange ? { exchange } : {}),
      ...(timeoutMillis ? { timeoutMillis } : {}),
    });
    // What a case that broke off has left behind must not fail the next one.
    if (result.status === 'fail' && contractCase.steps) {
      this.#running.delete(withServices);
      await relayed.kill();
    }
    return result;
  }

  /**
   * @param {boolean} withServices
   * @param {boolean} [mayHaveStopped]
   * @returns {Promise<RelayedServer>} one that runs or, if it may, has stopped; started anew if need be
   */
  async #relayed(withServices, mayHaveStopped = false) {
    const known = await this.#running.get(withServices);
    if (known?.server.running || (mayHaveStopped && known?.server.hasStopped)) return known;
    await known?.kill();
    // One that cannot start is not tried again: every case would wait as long as the first.
    const started = this.#start(withServices);
    this.#running.set(withServices, started);
    return started;
  }

  /** @param {boolean} withServices */
  #start(withServices) {
    const { services = null, start } = this.#options;
    return startRelayed(this.#variant, withServices ? services : null, {
      ...start,
      rehearse: (maker, relays) => this.#rehearse(maker, relays),
    });
  }

  /**
   * Whatever is wrong then, the server that is under test will be asked for itself.
   *
   * @param {import('../stacks/server').Server} maker of its class archive
   * @param {RelayedServer['relays']} relays
   */
  async #rehearse(maker, relays) {
    for (const contract of this.#options.contracts ?? []) {
      const first = contract.cases.find(({ ownServer }) => !ownServer);
      if (first) await runCase(maker, contract, first, { relays });
    }
  }

  /**
   * @returns {Promise<import('../stacks/server').Stopped>} how its server ended when it was asked to
   */
  async stop() {
    const relayed = await this.#relayed(true);
    const stopped = await relayed.stop();
    await this.kill();
    return stopped;
  }

  /** Ends whatever runs, without asking. */
  async kill() {
    const all = await Promise.all(
      [...this.#running.values()].map((each) => each.catch(() => null)),
    );
    await Promise.all(all.map((relayed) => relayed?.kill()));
  }
}

/**
 * @param {ContractCase} contractCase
 * @returns {boolean} whether it begins by starting the server again: one that has stopped already will do for it
 */
function beginsWithRestart({ steps = [] }) {
  return steps.find((step) => step.service === undefined)?.restart !== undefined;
}

module.exports = { VariantRun };
