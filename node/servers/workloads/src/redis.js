// The connection to Redis: one that all requests share, opened by the first that finds none.
'use strict';

const { ANSWER_MILLIS, CONNECT_MILLIS, Service, given, within } = require('./service');

/** Less than the whole, so that a socket never outlives the attempt that it is for. */
const SOCKET_MILLIS = 600;
/** A service that refused is not asked again at once. */
const PAUSE_MILLIS = 100;

/**
 * @typedef {object} Client of node-redis, as far as it is used
 * @property {(key: string) => Promise<string | null>} get
 * @property {(key: string, value: Buffer) => Promise<unknown>} set
 * @property {() => Promise<unknown>} connect
 * @property {() => void} destroy
 */

class Redis {
  #service = new Service('Redis');
  #url;
  /** @type {Client | undefined} that is connected */
  #client;
  /** @type {Promise<Client> | undefined} that is being connected, or was refused just now */
  #opening;

  /** @param {string | undefined} url */
  constructor(url) {
    this.#url = url;
  }

  /**
   * @template T
   * @param {(client: Client) => Promise<T>} command
   * @returns {Promise<T>}
   * @throws {Problem} 503
   */
  ask(command) {
    return this.#service.answer(this.#ask(command));
  }

  async close() {
    this.#client?.destroy();
  }

  /**
   * A command without an answer takes the connection with it: replies come in the order of the
   * commands, and a late one must not be taken for another's.
   * @template T
   * @param {(client: Client) => Promise<T>} command
   */
  async #ask(command) {
    const opening = this.#client ?? (this.#opening ??= this.#open());
    const end = performance.now() + ANSWER_MILLIS;
    const client = await opening;
    const millis = Math.max(end - performance.now(), ANSWER_MILLIS - CONNECT_MILLIS);
    return within(millis, command(client), () => {
      this.#lose(client);
      client.destroy();
    });
  }

  async #open() {
    try {
      const client = this.#createClient(given(this.#url, 'REDIS_URL'));
      await within(CONNECT_MILLIS, client.connect(), () => client.destroy());
      this.#client = client;
      this.#opening = undefined;
      return client;
    } catch (error) {
      setTimeout(() => (this.#opening = undefined), PAUSE_MILLIS);
      throw error;
    }
  }

  /**
   * The driver neither queues commands nor connects again: the next request does. Its own time-out
   * is off, because it ends when a command is sent, not when it is answered.
   * @param {string} url
   * @returns {Client}
   */
  #createClient(url) {
    // Loaded by those who need it: a server that has no cache shall not be larger for it.
    const client = require('redis').createClient({
      url,
      commandOptions: { timeout: undefined },
      disableOfflineQueue: true,
      socket: { connectTimeout: SOCKET_MILLIS, reconnectStrategy: false },
    });
    client.on('error', () => {
      this.#lose(client);
      // Later: those who wait for an answer are told the reason first.
      queueMicrotask(() => client.destroy());
    });
    return client;
  }

  /** @param {Client} client */
  #lose(client) {
    if (this.#client === client) this.#client = undefined;
  }
}

module.exports = { Redis };
