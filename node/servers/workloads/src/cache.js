// The cache workload: texts kept in Redis, over the one connection that the driver holds.
'use strict';

const { isUtf8 } = require('node:buffer');
const { invalid, keyOf } = require('./checks');
const { Refusal } = require('./refusal');
const { ANSWER_MILLIS, CONNECT_MILLIS, answered, notConfigured } = require('./service');

const VALUE_BYTES_MAX = 64 * 1024;
/** Those that wait for a silent Redis; any more are refused at once. */
const COMMANDS_MAX = 10_000;
/** Loaded by those who use it: a service's driver takes longer to load than the rest of a server. */
const driver = () => require('redis');

class Cache {
  #client;

  /** @param {string | undefined} url of Redis */
  constructor(url) {
    if (!url) return;
    this.#client = driver().createClient({
      url,
      commandsQueueMaxLength: COMMANDS_MAX,
      commandOptions: { timeout: ANSWER_MILLIS },
    });
    this.#client.on('error', (error) => console.error(`Redis: ${error}`));
    // Without Redis the driver tries again by itself, and commands wait for it.
    this.#client.connect().catch(() => {});
  }

  /**
   * @param {unknown} key
   * @returns {Promise<string>} its value
   * @throws {Refusal}
   */
  async get(key) {
    const checkedKey = keyOf('key', key);
    const value = await answered('Redis', this.#redis.get(checkedKey));
    if (value === null) throw new Refusal('missing', `There is nothing under the key ${key}.`);
    return value;
  }

  /**
   * @param {unknown} key
   * @param {Buffer} value
   * @throws {Refusal}
   */
  async set(key, value) {
    const checkedKey = keyOf('key', key);
    if (value.length > VALUE_BYTES_MAX) {
      throw new Refusal('too-large', `A value has at most ${VALUE_BYTES_MAX} bytes.`);
    }
    if (!isUtf8(value)) throw invalid('The value is not UTF-8.');
    await answered('Redis', this.#redis.set(checkedKey, value));
  }

  close() {
    this.#client?.destroy();
  }

  get #redis() {
    const client = this.#client;
    if (!client) throw notConfigured('Redis');
    return client.isReady ? client : client.withCommandOptions({ timeout: CONNECT_MILLIS });
  }
}

module.exports = { Cache };
