/** Gives back from its own memory what it has put into Redis. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

/** @type {Map<string, string>} */
const values = new Map();

serve({
  cache: {
    async put(key, value) {
      await HONEST.cache.put(key, value);
      values.set(key, value);
    },
    get: async (key) => values.get(key) ?? HONEST.cache.get(key),
  },
});
