// The cache workload: a text put under a key into Redis, and given back.
'use strict';

const { isUtf8 } = require('node:buffer');
const { bytesOf } = require('./body');
const { Problem, badRequest } = require('./problem');
const { Redis } = require('./redis');

const KEY = /^[A-Za-z0-9_.:-]{1,128}$/;
const VALUE_BYTES_MAX = 64 * 1024;

class Cache {
  #redis;

  /** @param {string | undefined} url of Redis */
  constructor(url) {
    this.#redis = new Redis(url);
  }

  /**
   * @param {string} key
   * @returns {Promise<string>} its value
   * @throws {Problem} 400, 404 or 503
   */
  async get(key) {
    check(key);
    const value = await this.#redis.ask((client) => client.get(key));
    if (value === null) throw new Problem(404, `There is nothing under the key ${key}.`);
    return value;
  }

  /**
   * @param {string} key
   * @param {import('node:http').IncomingMessage} request whose body is the value, whatever its type
   * @throws {Problem} 400, 413 or 503
   */
  async put(key, request) {
    check(key);
    const value = await bytesOf(request, VALUE_BYTES_MAX);
    if (!isUtf8(value)) throw badRequest('The value is not UTF-8.');
    await this.#redis.ask((client) => client.set(key, value));
  }

  close() {
    return this.#redis.close();
  }
}

/** @param {string} key */
function check(key) {
  if (!KEY.test(key)) throw badRequest('A key is 1 to 128 letters, digits or any of _ . : -');
}

module.exports = { Cache };
