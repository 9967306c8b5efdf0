/** Runs cases against one variant: its server is started when first needed, and anew when a case has ended it. */
'use strict';

const { startRelayed } = require('./relayed-server');
const { runCase } = require('./run-case');

/** @typedef {import('./load-contracts').Contract} Contract */
/** @typedef {import('./load-contracts').ContractCase} ContractCase */
/** @typedef {import('./relayed-server').RelayedServer} RelayedServer */

/**
 * @typedef {object} VariantRunOptions
 * @property {import('./relayed-server').StartOptions} [start] how servers are started
 * @property {import('../services/services').Services | null} [services] what servers are told of, through relays of their own
 * @property {import('./http-exchange').Exchange} [exchange]
 * @property {number} [timeoutMillis]
 */

class VariantRun {
  #variant;
  #options;
  /** @type {Promise<RelayedServer> | null} */
  #running = null;

  /**
   * @param {import('../stacks/load-stacks').Variant} variant
   * @param {VariantRunOptions} [options]
   */
  constructor(variant, options = {}) {
    this.#variant = variant;
    this.#options = options;
  }

  /**
   * @param {Contract} contract one that is runnable with the services
   * @param {ContractCase} contractCase
   * @returns {Promise<import('./run-case').CaseResult>}
   * @throws {import('../stacks/server').NotStarted} the server did not get ready
   */
  async run(contract, contractCase) {
    const { exchange, timeoutMillis } = this.#options;
    const { server, relays } = await this.#relayed();
    const result = await runCase(server, contract, contractCase, {
      relays,
      startServer: (withoutServices) => this.#start(withoutServices),
      ...(exchange ? { exchange } : {}),
      ...(timeoutMillis ? { timeoutMillis } : {}),
    });
    // What a case that broke off has left behind must not fail the next one.
    if (result.status === 'fail' && contractCase.steps && !contractCase.ownServer)
      await server.kill();
    return result;
  }

  /** @returns {Promise<RelayedServer>} one that runs, started anew if need be */
  async #relayed() {
    const known = await this.#running;
    if (known?.server.running) return known;
    await known?.kill();
    // One that cannot start is not tried again: every case would wait as long as the first.
    this.#running = this.#start();
    return this.#running;
  }

  /** @param {boolean} [withoutServices] */
  #start(withoutServices = false) {
    const { services = null, start } = this.#options;
    return startRelayed(this.#variant, withoutServices ? null : services, start);
  }

  /**
   * @returns {Promise<import('../stacks/server').Stopped>} how its server ended when it was asked to
   */
  async stop() {
    const running = await this.#relayed();
    return running.stop();
  }

  /** Ends whatever runs, without asking. */
  async kill() {
    const running = await this.#running?.catch(() => null);
    await running?.kill();
  }
}

module.exports = { VariantRun };
