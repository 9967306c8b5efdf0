/** Keeps the values of the cache in its own memory. */
'use strict';

const { serve } = require('../honest/serve');

/** @type {Map<string, string>} */
const values = new Map();

serve({
  cache: {
    put: async (key, value) => void values.set(key, value),
    get: async (key) => values.get(key) ?? null,
  },
});
