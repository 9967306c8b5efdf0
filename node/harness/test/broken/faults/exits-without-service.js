/** Ends at start when its service is not there. */
'use strict';

const { createClient } = require('redis');
const { serve } = require('../honest/serve');

const client = createClient({
  url: process.env.REDIS_URL ?? '',
  socket: { reconnectStrategy: false },
});
client.on('error', () => {});
client.connect().then(
  () => serve(),
  () => process.exit(1),
);
