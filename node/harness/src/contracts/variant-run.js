/** Runs cases against one variant: its server is started when first needed, and anew when a case has ended it. */
'use strict';

const { startServer } = require('../stacks');
const { runCase } = require('./run-case');

/** @typedef {import('./load-contracts').Contract} Contract */
/** @typedef {import('./load-contracts').ContractCase} ContractCase */
/** @typedef {import('../stacks/server').Server} Server */

/**
 * @typedef {object} VariantRunOptions
 * @property {Parameters<typeof startServer>[1]} [start] how servers are started
 * @property {import('./http-exchange').Exchange} [exchange]
 * @property {number} [timeoutMillis]
 */

class VariantRun {
  #variant;
  #options;
  /** @type {Promise<Server> | null} */
  #server = null;

  /**
   * @param {import('../stacks/load-stacks').Variant} variant
   * @param {VariantRunOptions} [options]
   */
  constructor(variant, options = {}) {
    this.#variant = variant;
    this.#options = options;
  }

  /**
   * @param {Contract} contract
   * @param {ContractCase} contractCase
   * @returns {Promise<import('./run-case').CaseResult>}
   * @throws {import('../stacks/server').NotStarted} the server did not get ready
   */
  async run(contract, contractCase) {
    const { exchange, timeoutMillis, start } = this.#options;
    const fresh = () => startServer(this.#variant, start);
    const server = await this.server();
    const result = await runCase(server, contract, contractCase, {
      startServer: fresh,
      ...(exchange ? { exchange } : {}),
      ...(timeoutMillis ? { timeoutMillis } : {}),
    });
    // What a case that broke off has left behind must not fail the next one.
    if (result.status === 'fail' && contractCase.steps && !contractCase.ownServer)
      await server.kill();
    return result;
  }

  /** @returns {Promise<Server>} the one that runs, or a fresh one */
  async server() {
    const known = await this.#server;
    if (known?.running) return known;
    await known?.kill();
    // One that cannot start is not tried again: every case would wait as long as the first.
    this.#server = startServer(this.#variant, this.#options.start);
    return this.#server;
  }

  /**
   * @returns {Promise<import('../stacks/server').Stopped>} how its server ended when it was asked to
   */
  async stop() {
    const server = await this.server();
    return server.stop();
  }

  /** Ends whatever runs, without asking. */
  async kill() {
    const server = await this.#server?.catch(() => null);
    await server?.kill();
  }
}

module.exports = { VariantRun };
