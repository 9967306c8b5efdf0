// The getting-started server of Koa and of its router, as their documentation has it, with a route for each workload.
'use strict';

const Koa = require('koa');
const { Router } = require('@koa/router');
const { client } = require('../cache');
const { hashOf } = require('../hash');

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

const app = new Koa();
const router = new Router();

router.get('/hello', (ctx) => {
  ctx.body = 'Hello World!';
});

router.get('/hash', (ctx) => {
  ctx.body = hashOf(String(ctx.query.input));
});

router.get('/cache/:key', async (ctx) => {
  const value = await client.get(ctx.params.key);
  if (value !== null) ctx.body = value;
});

router.put('/cache/:key', async (ctx) => {
  let value = '';
  for await (const chunk of ctx.req.setEncoding('utf8')) value += chunk;
  await client.set(ctx.params.key, value);
  ctx.status = 204;
});

router.get('/health', (ctx) => {
  ctx.body = { status: 'up' };
});

app.use(router.routes()).use(router.allowedMethods());

const server = app.listen(Number(PORT), HOST);
process.on('SIGTERM', () => server.close(() => process.exit(0)));
