// The stream workload: opens streams of items and tells how they fare.
'use strict';

const { Items } = require('./items');
const { Problem, badRequest } = require('./problem');
const { required, wholeNumber } = require('./query');

const ID = /^[A-Za-z0-9_.:-]{1,128}$/;

class Streams {
  /** @param {import('./signals').Registry} registry */
  constructor(registry) {
    this.registry = registry;
  }

  /**
   * @param {string} query of the request
   * @returns {Promise<Items>} to be piped to the response
   * @throws {Problem} 400 for a bad query, 409 while the id is in use
   */
  async open(query) {
    const { id, items, size } = streamOf(query);
    const stream = new Items(items, size, (last) => this.registry.end(id, last));
    if (await this.registry.claim(id, () => stream.signals)) return stream;
    throw new Problem(409, `A stream with the id ${id} still flows.`);
  }

  /**
   * What a HEAD request needs: the refusals of `open` without a stream.
   * @param {string} query of the request
   * @throws {Problem} 400 for a bad query
   */
  check(query) {
    streamOf(query);
  }

  /**
   * @param {string} id
   * @returns {Promise<string>} as JSON
   * @throws {Problem} 400 for what cannot be an id, 404 for an unknown one
   */
  async signals(id) {
    const signals = await this.registry.signals(idOf(id));
    if (!signals) throw new Problem(404, `No stream with the id ${id} is known.`);
    return JSON.stringify(signals);
  }
}

/** @param {string} query */
function streamOf(query) {
  return {
    id: idOf(required(query, 'id')),
    items: wholeNumber('items', required(query, 'items'), 1, 10_000_000),
    size: wholeNumber('size', required(query, 'size'), 16, 65_536),
  };
}

/** @param {string} id */
function idOf(id) {
  if (!ID.test(id)) throw badRequest('id must be 1 to 128 letters, digits or any of _ . : -');
  return id;
}

module.exports = { Streams };
