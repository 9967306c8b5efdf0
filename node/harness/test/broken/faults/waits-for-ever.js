/** Waits for a silent service as long as it takes, and does not stop before it has its answer. */
'use strict';

const { createClient } = require('redis');
const { cacheOver } = require('../honest/cache');
const { serve } = require('../honest/serve');

/** @type {import('../honest/cache').RedisClient} */
const client = createClient({
  url: process.env.REDIS_URL ?? '',
  commandOptions: { timeout: undefined },
});
client.on('error', () => {});
client.connect().catch(() => {});

serve({
  cache: cacheOver((ask) => ask(client)),
  stop(server) {
    server.close(() => process.exit(0));
  },
});
