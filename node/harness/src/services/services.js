/** The backing services of one run: which run and where, which do not and why, and what they have executed. */
'use strict';

const { askCounts } = require('./ask');

/** @typedef {'redis' | 'mysql' | 'mongodb'} ServiceName */

/**
 * A service that runs, or why it does not.
 *
 * @typedef {object} Service
 * @property {ServiceName} name
 * @property {string} variable the environment variable in which a server finds its URL: `REDIS_URL`
 * @property {string | null} url with the port; null when there is none
 * @property {'environment' | 'docker' | 'program' | 'embedded' | null} source
 * @property {string} description for people, without passwords: `Redis 7.0.15 (embedded)`
 * @property {string | null} notRun why there is none, and what to install or set
 */

/** @typedef {{ reads: number, writes: number }} Counts commands that a service has executed so far */

class Services {
  #all;
  #stop;

  /**
   * @param {Service[]} all
   * @param {() => Promise<void>} stop ends what was started for them
   */
  constructor(all, stop) {
    this.#all = all;
    this.#stop = stop;
  }

  /**
   * @param {ServiceName} name
   * @returns {Service}
   * @throws {Error} nobody asked for it when the services were started
   */
  of(name) {
    const service = this.#all.find((each) => each.name === name);
    if (service) return service;
    throw new Error(`${name} is not among the services that were asked for`);
  }

  /** @returns {Service[]} in the order in which they were asked for */
  all() {
    return [...this.#all];
  }

  /**
   * @param {ServiceName} name
   * @returns {Promise<Counts | null>} null when it does not run, or does not tell
   */
  async counts(name) {
    const { url } = this.of(name);
    return url === null ? null : askCounts(name, url);
  }

  /** Ends what was started; a service that was found in the environment runs on. */
  async stop() {
    await this.#stop();
  }
}

/**
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {boolean} whether a service that is not there is a failure
 */
function areRequired({ LOADLINE_REQUIRE } = process.env) {
  return LOADLINE_REQUIRE === 'all';
}

module.exports = { Services, areRequired };
