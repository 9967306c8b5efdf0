// The getting-started server of Fastify, as its documentation has it, with a route for each workload.
'use strict';

const { fastify } = require('fastify');
const { client } = require('../cache');
const { hashOf } = require('../hash');

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

const app = fastify();

app.get('/hello', async () => 'Hello World!');

app.get('/hash', async (request) => {
  const { input } = /** @type {{ input?: string }} */ (request.query);
  return hashOf(String(input));
});

app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));

app.get('/cache/:key', async (request, reply) => {
  const { key } = /** @type {{ key: string }} */ (request.params);
  return (await client.get(key)) ?? reply.code(404).send();
});

app.put('/cache/:key', async (request, reply) => {
  const { key } = /** @type {{ key: string }} */ (request.params);
  await client.set(key, /** @type {string} */ (request.body));
  return reply.code(204).send();
});

app.get('/health', async () => ({ status: 'up' }));

app.listen({ port: Number(PORT), host: HOST });
process.on('SIGTERM', () => app.close().then(() => process.exit(0)));
