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
    return runCase(await this.server(), contract, contractCase, {
      startServer: fresh,
      ...(exchange ? { exchange } : {}),
      ...(timeoutMillis ? { timeoutMillis } : {}),
    });
  }

  /** @returns {Promise<Server>} the one that runs, or a fresh one */
  async server() {
    const known = await this.#server;
    if (known?.running) return known;
    await known?.kill();
    this.#server = startServer(this.#variant, this.#options.start);
    // Whoever asks next is told once more, by a server that is started anew.
    this.#server.catch(() => (this.#server = null));
    return this.#server;
  }

  /**
   * @returns {Promise<import('../stacks/server').Stopped>} how its server ended when it was asked to
   */
  async stop() {
    const server = await this.server();
    return server.stop();
  }
}

module.exports = { VariantRun };
