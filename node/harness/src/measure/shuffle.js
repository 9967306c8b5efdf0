/** Puts the arms of a block in random order, the same again from the same seed. */
'use strict';

const { randomInt } = require('node:crypto');

const SEED_MAX = 2 ** 32;

/** @returns {number} a seed that nobody chose */
function newSeed() {
  return randomInt(SEED_MAX);
}

/**
 * The generator mulberry32 (Tommy Ettinger, public domain): small, and the same in every language.
 *
 * @param {number} seed from 0 to 2^32 - 1
 * @returns {() => number} from 0 up to, not including, 1
 */
function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / SEED_MAX;
  };
}

/**
 * The shuffle of Fisher and Yates, as Durstenfeld (1964) has it.
 *
 * @template T
 * @param {T[]} values
 * @param {() => number} random
 * @returns {T[]} a new list
 */
function shuffled(values, random) {
  const list = [...values];
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}

module.exports = { newSeed, randomFrom, shuffled };
