// Who streams under which id, and how each stream fares or has ended.
'use strict';

const REMEMBERED_MILLIS = 60_000;
const REMEMBERED_MAX = 1_000;

/**
 * @typedef {import('./items').Signals} Signals
 * @typedef {() => Signals | undefined | Promise<Signals | undefined>} Ask
 * @typedef {object} Registry
 * @property {(id: string, ask: Ask) => boolean | Promise<boolean>} claim false while the id flows
 * @property {(id: string, last: Signals) => void} end
 * @property {(id: string) => Promise<Signals | undefined>} signals
 */

/**
 * The streams of a server; in a cluster, the primary's list of all.
 * @implements {Registry}
 */
class StreamRegistry {
  /** @type {Map<string, { ask: Ask, owner: unknown }>} */
  #flowing = new Map();
  /** @type {Map<string, { last: Signals, endedAt: number }>} in order of their end */
  #ended = new Map();

  /**
   * @param {string} id
   * @param {Ask} ask how the stream fares
   * @param {unknown} [owner] whoever `forget` may name
   * @returns {boolean} false when a stream of that id still flows
   */
  claim(id, ask, owner) {
    if (this.#flowing.has(id)) return false;
    this.#ended.delete(id);
    this.#flowing.set(id, { ask, owner });
    return true;
  }

  /**
   * @param {string} id
   * @param {Signals} last
   */
  end(id, last) {
    this.#flowing.delete(id);
    this.#ended.set(id, { last, endedAt: performance.now() });
    this.#forgetOld();
  }

  /**
   * @param {string} id
   * @returns {Promise<Signals | undefined>} undefined when nothing is known of it
   */
  async signals(id) {
    this.#forgetOld();
    // A stream of another process may end while it is asked; it says so before it answers.
    return (await this.#flowing.get(id)?.ask()) ?? this.#ended.get(id)?.last;
  }

  /** @param {unknown} owner whose flowing streams are gone without a word */
  forget(owner) {
    for (const [id, stream] of this.#flowing) {
      if (stream.owner === owner) this.#flowing.delete(id);
    }
  }

  #forgetOld() {
    const oldest = performance.now() - REMEMBERED_MILLIS;
    for (const [id, { endedAt }] of this.#ended) {
      if (endedAt >= oldest && this.#ended.size <= REMEMBERED_MAX) return;
      this.#ended.delete(id);
    }
  }
}

module.exports = { StreamRegistry };
