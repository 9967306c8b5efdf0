// The stream workload: opens streams of items and tells how they fare.
'use strict';

const { keyOf, wholeNumberOf } = require('./checks');
const { Items } = require('./items');
const { Refusal } = require('./refusal');

/** @typedef {{ id: string, items: number, size: number }} Stream */

/**
 * @param {Record<string, unknown>} asked `id`, `items` and `size` as texts
 * @returns {Stream}
 * @throws {Refusal}
 */
const streamOf = ({ id, items, size }) => ({
  id: keyOf('id', id),
  items: wholeNumberOf('items', items, 1, 10_000_000),
  size: wholeNumberOf('size', size, 16, 65_536),
});

class Streams {
  /** @param {import('./signals').Registry} registry */
  constructor(registry) {
    this.registry = registry;
  }

  /**
   * @param {Stream} stream
   * @returns {Promise<Items>} to be piped to the client
   * @throws {Refusal} the id is in use
   */
  async open({ id, items, size }) {
    const stream = new Items(items, size, (last) => this.registry.end(id, last));
    if (await this.registry.claim(id, () => stream.signals)) return stream;
    throw new Refusal('conflict', `A stream with the id ${id} still flows.`);
  }

  /**
   * @param {unknown} id
   * @returns {Promise<import('./items').Signals>}
   * @throws {Refusal}
   */
  async signals(id) {
    const signals = await this.registry.signals(keyOf('id', id));
    if (!signals) throw new Refusal('missing', `No stream with the id ${id} is known.`);
    return signals;
  }
}

module.exports = { Streams, streamOf };
