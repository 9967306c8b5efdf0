/** Opens a connection of its own for every request, and leaves it open. */
'use strict';

const { createClient } = require('redis');
const { cacheOver } = require('../honest/cache');
const { serve } = require('../honest/serve');
const { asked } = require('../honest/service');

serve({
  cache: cacheOver((ask) =>
    asked('Redis', async () => {
      /** @type {import('../honest/cache').RedisClient} */
      const client = createClient({ url: process.env.REDIS_URL ?? '' });
      client.on('error', () => {});
      await client.connect();
      return ask(client);
    }),
  ),
});
