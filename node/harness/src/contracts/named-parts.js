/** The named requests, responses and exchanges of a contract, put in the places that name them. */
'use strict';

const { pointerTo } = require('../input/invalid-input');

/** @typedef {(pointer: string, expected: string, actual: unknown) => void} Report is told of a problem */
/** @typedef {'requests' | 'responses' | 'exchanges'} Kind */

/** @type {Record<string, Kind>} Keys at which a part or its name stands. */
const PLACES = { request: 'requests', response: 'responses' };
/** Lists of steps, in which an exchange or its name stands. */
const STEP_LISTS = new Set(['steps', 'warmUp', 'meanwhile', 'exchanges']);
/** Their keys are the author's, not ours. */
const DATA = new Set(['json', 'jsonIncludes', 'headers', 'capture', 'rows']);

class NamedParts {
  /** @type {Set<string>} pointers to the parts that were named */
  #used = new Set();

  /**
   * @param {Partial<Record<Kind, Record<string, any>>>} parts as the contract has them
   * @param {Report} report
   */
  constructor({ requests = {}, responses = {}, exchanges = {} }, report) {
    this.report = report;
    /** @type {Record<Kind, Record<string, any>>} */
    this.parts = { requests, responses, exchanges };
    this.parts.exchanges = Object.fromEntries(
      Object.entries(exchanges).map(([name, exchange]) => [
        name,
        this.inPlace(exchange, pointerTo('exchanges', name)),
      ]),
    );
  }

  /**
   * @param {any} value of a case, or of the load
   * @param {string} pointer to it
   * @param {Report} [report] where not as for the whole contract
   * @returns {any} a copy with the parts in place of their names
   */
  inPlace(value, pointer, report = this.report) {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      return value.map((item, index) => this.inPlace(item, pointer + pointerTo(index), report));
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const at = pointer + pointerTo(key);
        return [key, DATA.has(key) ? inner : this.#atKey(key, inner, at, report)];
      }),
    );
  }

  /** Reports each part that nothing names. */
  reportUnused() {
    for (const [kind, parts] of Object.entries(this.parts)) {
      for (const name of Object.keys(parts)) {
        const at = pointerTo(kind, name);
        if (!this.#used.has(at)) this.report(at, 'a part that is used', name);
      }
    }
  }

  /**
   * @param {string} key
   * @param {any} value
   * @param {string} at
   * @param {Report} report
   * @returns {any}
   */
  #atKey(key, value, at, report) {
    if (key in PLACES) return this.#part(PLACES[key], value, at, report);
    if (!STEP_LISTS.has(key) || !Array.isArray(value)) return this.inPlace(value, at, report);
    return value.map((/** @type {any} */ step, /** @type {number} */ index) => {
      const here = at + pointerTo(index);
      return this.inPlace(this.#part('exchanges', step, here, report), here, report);
    });
  }

  /**
   * @param {Kind} kind
   * @param {any} value a name, what is like a named part, or the part itself
   * @param {string} at
   * @param {Report} report
   * @returns {any} the part
   */
  #part(kind, value, at, report) {
    if (typeof value === 'string') return this.#named(kind, value, at, report);
    if (value?.like === undefined) return value;
    const { like, ...own } = value;
    return { ...this.#named(kind, like, at + pointerTo('like'), report), ...own };
  }

  /**
   * @param {Kind} kind
   * @param {string} name
   * @param {string} at
   * @param {Report} report
   * @returns {any}
   */
  #named(kind, name, at, report) {
    const parts = this.parts[kind];
    if (!Object.hasOwn(parts, name)) {
      report(at, `a name in /${kind}: ${Object.keys(parts).join(', ') || 'there is none'}`, name);
      return {};
    }
    this.#used.add(pointerTo(kind, name));
    return parts[name];
  }
}

module.exports = { NamedParts };
