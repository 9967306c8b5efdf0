/** Starts containers with Testcontainers: published on loopback alone, and in the harness's own care. */
'use strict';

const { GenericContainer, getContainerRuntimeClient } = require('testcontainers');
const { takeIntoCare } = require('../stacks/cleanup');

/**
 * @typedef {import('testcontainers').ContainerRuntimeClient} ContainerRuntimeClient
 * @typedef {import('../stacks/cleanup').EngineAddress} EngineAddress
 */

/**
 * @typedef {object} Running
 * @property {string} address `host:port`
 * @property {() => Promise<string | null>} whyEnded how the container ended, if it has
 * @property {() => Promise<void>} stop removes it
 */

/**
 * @typedef {object} Engine
 * @property {(image: string, options: ContainerOptions) => Promise<Running>} start
 */

/**
 * @typedef {object} ContainerOptions
 * @property {number} port inside the container
 * @property {Record<string, string>} environment
 * @property {string[]} command
 */

const LOOPBACK = '127.0.0.1';
const NOT_FOUND = 404;

/**
 * Whether the service answers is asked with its own client, so that nothing needs to be waited for here.
 *
 * @type {import('testcontainers').WaitStrategy}
 */
const NO_WAIT = {
  waitUntilReady: async () => {},
  withStartupTimeout: () => NO_WAIT,
  isStartupTimeoutSet: () => true,
  getStartupTimeout: () => 0,
};

/**
 * @returns {Promise<Engine>}
 * @throws {Error} Docker does not answer
 */
async function openEngine() {
  const client = await getContainerRuntimeClient();
  return { start: (image, options) => start(client, image, options) };
}

class ServiceContainer extends GenericContainer {
  #engine;
  /** @type {string | null} */
  id = null;
  /** @type {ReturnType<typeof takeIntoCare> | null} */
  care = null;

  /**
   * @param {string} image
   * @param {EngineAddress | null} engine
   */
  constructor(image, engine) {
    super(image);
    this.#engine = engine;
    // The reaper is one more image, which a machine without a registry does not have; the watchdog does its work.
    if (engine !== null) this.withAutoCleanup(false);
  }

  /** Testcontainers alone would publish it to everybody who can reach this machine. */
  publishOnLoopback() {
    for (const bindings of Object.values(this.hostConfig.PortBindings)) {
      for (const binding of bindings) binding.HostIp = LOOPBACK;
    }
  }

  /**
   * @override
   * @param {string} id
   */
  async containerCreated(id) {
    this.id = id;
    if (this.#engine !== null) this.care = takeIntoCare({ container: { id, ...this.#engine } });
  }
}

/**
 * @param {ContainerRuntimeClient} client
 * @param {string} image
 * @param {ContainerOptions} options
 * @returns {Promise<Running>}
 */
async function start(client, image, { port, environment, command }) {
  const { host } = client.info.containerRuntime;
  const isLocal = host === 'localhost' || host === LOOPBACK;
  const container = new ServiceContainer(image, engineAddress(client))
    .withExposedPorts(port)
    .withEnvironment(environment)
    .withCommand(command)
    .withWaitStrategy(NO_WAIT);
  if (isLocal) container.publishOnLoopback();
  try {
    const started = await container.start();
    return {
      address: `${isLocal ? LOOPBACK : host}:${started.getMappedPort(port)}`,
      whyEnded: () => endingOf(client, started.getId()),
      stop: () => remove(client, container),
    };
  } catch (error) {
    await remove(client, container);
    throw error;
  }
}

/**
 * @param {ContainerRuntimeClient} client
 * @param {ServiceContainer} container with its volumes
 */
async function remove({ container: { dockerode } }, { id, care }) {
  if (id === null) return;
  try {
    await dockerode.getContainer(id).remove({ force: true, v: true });
  } catch (error) {
    if (/** @type {any} */ (error).statusCode !== NOT_FOUND) throw error;
  }
  care?.release();
}

/**
 * @param {ContainerRuntimeClient} client
 * @param {string} id
 * @returns {Promise<string | null>}
 */
async function endingOf(client, id) {
  const { State } = await client.container.dockerode.getContainer(id).inspect();
  if (State.Running) return null;
  const logs = await client.container.dockerode
    .getContainer(id)
    .logs({ stdout: true, stderr: true, tail: 20 });
  return `the container ended with exit code ${State.ExitCode}; it wrote: ${logs}`;
}

/**
 * @param {ContainerRuntimeClient} client
 * @returns {EngineAddress | null} null for one that wants certificates: there the reaper cleans up
 */
function engineAddress({ container: { dockerode } }) {
  const { socketPath, host, port, protocol } = /** @type {any} */ (dockerode.modem);
  if (socketPath) return { socketPath };
  return protocol === 'http' ? { host, port: Number(port) } : null;
}

module.exports = { openEngine };
