/** The frameworks' own getting-started servers: each beside its stack, with some of its workloads, and held to no contract. */
'use strict';

/** @typedef {import('../stacks/load-stacks').Variant} Variant */

/** Where they are listed, of each side. */
const BARE_LISTS = ['node/servers/bare/stacks.json', 'java/servers/bare/stacks.json'];
const SUFFIX = '-bare';

/**
 * @param {Variant} stack
 * @param {Variant[]} bares
 * @returns {Variant | null} the getting-started server of its framework
 */
function bareOf({ id }, bares) {
  return bares.find((bare) => bare.id === `${id}${SUFFIX}`) ?? null;
}

/**
 * @param {Variant} variant
 * @returns {boolean}
 */
function isBare({ id }) {
  return id.endsWith(SUFFIX);
}

module.exports = { BARE_LISTS, bareOf, isBare };
