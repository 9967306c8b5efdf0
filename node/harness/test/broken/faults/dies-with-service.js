/** Dies of the error that its client tells when the service goes away. */
'use strict';

const { createClient } = require('redis');
const { cacheOver } = require('../honest/cache');
const { asked } = require('../honest/service');
const { serve } = require('../honest/serve');

/** @type {import('../honest/cache').RedisClient} */
const client = createClient({ url: process.env.REDIS_URL ?? '' });
client.connect();

serve({
  cache: cacheOver((ask) => asked('Redis', () => ask(client))),
});
