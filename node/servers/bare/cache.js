// The Redis client of every bare server, made as its documentation makes one.
'use strict';

const { createClient } = require('redis');

const { REDIS_URL } = process.env;

const client = createClient({ url: REDIS_URL });
client.on('error', (error) => console.error('Redis client error', error));
if (REDIS_URL) client.connect();

module.exports = { client };
