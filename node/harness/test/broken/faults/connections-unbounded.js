/** Opens a connection of its own for every request. */
'use strict';

const { createClient } = require('redis');
const { cacheOver } = require('../honest/cache');
const { serve } = require('../honest/serve');

serve({
  cache: cacheOver(async (ask) => {
    /** @type {import('../honest/cache').RedisClient} */
    const client = createClient({ url: process.env.REDIS_URL ?? '' });
    client.on('error', () => {});
    try {
      await client.connect();
      return await ask(client);
    } finally {
      client.destroy();
    }
  }),
});
