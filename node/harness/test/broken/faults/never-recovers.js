/** Does not connect again once its connection broke. */
'use strict';

const { createClient } = require('redis');
const { cacheOver } = require('../honest/cache');
const { asked } = require('../honest/service');
const { serve } = require('../honest/serve');

/** @type {import('../honest/cache').RedisClient} */
const client = createClient({
  url: process.env.REDIS_URL ?? '',
  socket: { reconnectStrategy: false },
});
client.on('error', () => {});
client.connect().catch(() => {});

serve({
  cache: cacheOver((ask) => asked('Redis', () => ask(client))),
});
