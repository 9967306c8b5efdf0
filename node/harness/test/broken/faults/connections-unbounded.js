/** Opens a connection of its own for every request. */
'use strict';

const { createClient } = require('redis');
const { cacheOver } = require('../honest/cache');
const { asked, inTime } = require('../honest/service');
const { serve } = require('../honest/serve');

serve({
  cache: cacheOver((ask) =>
    asked('Redis', async () => {
      /** @type {import('../honest/cache').RedisClient} */
      const client = createClient({ url: process.env.REDIS_URL ?? '' });
      client.on('error', () => {});
      try {
        await inTime(client.connect());
        return await inTime(ask(client));
      } finally {
        client.destroy();
      }
    }),
  ),
});
