// The cache workload: SET and GET on one connection to Redis.
'use strict';

const { bytesOf } = require('./input');
const { Problem, badRequest } = require('./problem');
const { ANSWER_MILLIS, CONNECT_MILLIS, answered, urlIn, within } = require('./service');

const PAUSE_MILLIS = 100;

/**
 * @typedef {object} Client
 * @property {(command: (string | Buffer)[]) => Promise<any>} sendCommand
 * @property {() => void} destroy
 */

class Cache {
  /** @type {Client | undefined} */
  #client;
  /** @type {Promise<Client> | undefined} */
  #opening;

  /**
   * @param {string} key
   * @returns {Promise<string>}
   */
  async get(key) {
    const value = await this.#ask(['GET', checked(key)]);
    if (value === null) throw new Problem(404, `There is nothing under the key ${key}.`);
    return value;
  }

  /**
   * @param {string} key
   * @param {import('node:http').IncomingMessage} request
   */
  async put(key, request) {
    checked(key);
    await this.#ask(['SET', key, await bytesOf(request)]);
  }

  async close() {
    this.#client?.destroy();
  }

  /** @param {(string | Buffer)[]} command */
  #ask(command) {
    return answered('Redis', this.#send(command));
  }

  /** @param {(string | Buffer)[]} command without an answer, it takes the connection with it */
  async #send(command) {
    const opening = this.#client ?? (this.#opening ??= this.#open());
    const end = performance.now() + ANSWER_MILLIS;
    const client = await opening;
    const millis = Math.max(end - performance.now(), ANSWER_MILLIS - CONNECT_MILLIS);
    return within(millis, client.sendCommand(command), () => this.#drop(client));
  }

  /** @returns {Promise<Client>} */
  async #open() {
    try {
      const client = require('redis').createClient({
        url: urlIn('REDIS_URL'),
        commandOptions: { timeout: undefined },
        disableOfflineQueue: true,
        socket: { connectTimeout: CONNECT_MILLIS - 100, reconnectStrategy: false },
      });
      client.on('error', () => queueMicrotask(() => this.#drop(client)));
      await within(CONNECT_MILLIS, client.connect(), () => client.destroy());
      this.#client = client;
      this.#opening = undefined;
      return client;
    } catch (error) {
      setTimeout(() => (this.#opening = undefined), PAUSE_MILLIS);
      throw error;
    }
  }

  /** @param {Client} client */
  #drop(client) {
    if (this.#client === client) this.#client = undefined;
    client.destroy();
  }
}

/** @param {string} key */
function checked(key) {
  if (/^[A-Za-z0-9_.:-]{1,128}$/.test(key)) return key;
  throw badRequest('A key is 1 to 128 letters, digits or any of _ . : -');
}

module.exports = { Cache };
