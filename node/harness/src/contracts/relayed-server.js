/** A server with the relays between it and its services; they stay when the server is started again. */
'use strict';

const { relayed } = require('../services');
const { startServer, withClassArchive } = require('../stacks');

/** @typedef {import('../services/relayed').Relayed} Relayed */
/** @typedef {import('../services/services').Services} Services */
/** @typedef {import('../stacks/load-stacks').Variant} Variant */
/** @typedef {import('../stacks/server').Server} Server */
/** @typedef {NonNullable<Parameters<typeof startServer>[1]>} StartOptions */

/** What a server is told of services, which it must not have from our own environment. */
const NO_SERVICES = { REDIS_URL: undefined, MYSQL_URL: undefined, MONGODB_URL: undefined };

/**
 * What a server answers is the same without the second compiler of a JVM, which takes a core for seconds after
 * each start. Measured are servers with it.
 * And a small heap shows in the resident memory what a server holds; in that of measured ones it fills much more before it collects.
 */
const JAVA_OPTIONS = [
  '-XX:TieredStopAtLevel=1',
  '-XX:MaxRAM=256m',
  '-XX:InitialRAMPercentage=25',
  '-XX:NewRatio=2',
];

class RelayedServer {
  #relays;
  #start;

  /**
   * @param {Server} server
   * @param {Relayed} relays
   * @param {() => Promise<Server>} start another one of its kind
   */
  constructor(server, relays, start) {
    this.server = server;
    this.#relays = relays;
    this.#start = start;
  }

  /** @returns {Relayed['relays']} one for each service that the server was told of */
  get relays() {
    return this.#relays.relays;
  }

  /**
   * Puts a fresh server in the place of one that has ended.
   *
   * @returns {Promise<Server>} the fresh one
   * @throws {import('../stacks').NotStarted}
   */
  async startAgain() {
    this.server = await this.#start();
    return this.server;
  }

  /**
   * Ends the server when it is asked to, and the relays.
   *
   * @returns {Promise<import('../stacks/server').Stopped>}
   */
  async stop() {
    const stopped = await this.server.stop();
    await this.#relays.close();
    return stopped;
  }

  /** Ends all of it, without asking. */
  async kill() {
    await this.server.kill();
    await this.#relays.close();
  }
}

/**
 * @param {Variant} variant
 * @param {Services | null} services what it is told of; null for none
 * @param {StartOptions & { rehearse?: (maker: Server, relays: Relayed['relays']) => Promise<void> }} [options] and what
 *   is asked of the server that makes its class archive, if one has to
 * @returns {Promise<RelayedServer>}
 * @throws {import('../stacks').NotStarted} nothing is left of it then
 */
async function startRelayed(variant, services, { rehearse, ...options } = {}) {
  const relays = await openRelays(services);
  const env = { ...options.env, ...NO_SERVICES, ...relays.env };
  try {
    const run = async (/** @type {Server} */ maker) => rehearse?.(maker, relays.relays);
    const javaOptions = await withClassArchive(variant, JAVA_OPTIONS, { env, run });
    const start = () => startServer(variant, { javaOptions, ...options, env });
    return new RelayedServer(await start(), relays, start);
  } catch (error) {
    await relays.close();
    throw error;
  }
}

/**
 * @param {Services | null} services
 * @returns {Promise<Relayed>} one for each service that runs
 */
async function openRelays(services) {
  if (services === null) return { env: {}, relays: new Map(), close: async () => {} };
  const names = services.all().map(({ name }) => name);
  return relayed(services, names);
}

module.exports = { RelayedServer, startRelayed };
