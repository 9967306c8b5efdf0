// The getting-started server of Fastify, as its documentation has it, with three routes.
'use strict';

const { fastify } = require('fastify');
const { hashOf } = require('../hash');

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

const app = fastify();

app.get('/hello', async () => 'Hello World!');

app.get('/hash', async (request) => {
  const { input } = /** @type {{ input?: string }} */ (request.query);
  return hashOf(String(input));
});

app.get('/health', async () => ({ status: 'up' }));

app.listen({ port: Number(PORT), host: HOST });
process.on('SIGTERM', () => app.close().then(() => process.exit(0)));
