// The routes of node/koa.
'use strict';

const { METHODS } = require('node:http');
const { Router } = require('@koa/router');
const { HEALTH, HELLO, digest, hash, htmx, streamOf } = require('@loadline/workloads');
const { goneSignal } = require('@loadline/workloads/http');
const { formBody, jsonBody, rawBody } = require('./middleware');

/** @typedef {{ request: import('koa').Request & { body: any } }} WithBody */

const NDJSON = 'application/x-ndjson';

/** @param {import('@loadline/workloads').Work} work */
function createRouter({ cache, fibonacci, messages, records, streams, todos }) {
  /** @type {Router<import('koa').DefaultState, WithBody>} */
  const router = new Router({ methods: METHODS, sensitive: true, strict: true });

  router.get('/hello', (ctx) => {
    ctx.body = HELLO;
  });

  router.get('/hash', (ctx) => {
    ctx.body = hash(ctx.query.input);
  });

  router.get('/fibonacci', async (ctx) => {
    ctx.body = await fibonacci.of(ctx.query.n, goneSignal(ctx.res));
  });

  router.put('/upload', async (ctx) => {
    ctx.body = await digest(ctx.req, ctx.request.length);
  });

  router.get('/', (ctx) => {
    ctx.body = todos.page();
  });

  router.get('/todos', (ctx) => {
    ctx.body = todos.table(ctx.query.q);
  });

  router.post('/todos', formBody, (ctx) => {
    const id = todos.add(ctx.request.body.description);
    ctx.status = 201;
    ctx.set('Location', `/todos/${id}`);
    ctx.body = todos.table();
  });

  router.get('/todos/:id', (ctx) => {
    ctx.body = todos.single(ctx.params.id);
  });

  router.put('/todos/:id', formBody, (ctx) => {
    todos.change(ctx.params.id, ctx.request.body);
    ctx.body = todos.table();
  });

  router.delete('/todos/:id', (ctx) => {
    todos.remove(ctx.params.id);
    ctx.body = todos.table();
  });

  router.get('/cache/:key', async (ctx) => {
    ctx.type = 'text';
    ctx.body = await cache.get(ctx.params.key);
  });

  router.put('/cache/:key', rawBody, async (ctx) => {
    await cache.set(ctx.params.key, ctx.request.body);
    ctx.status = 204;
  });

  router.post('/records', jsonBody, async (ctx) => {
    const record = await records.add(ctx.request.body.name);
    ctx.status = 201;
    ctx.set('Location', `/records/${record.id}`);
    ctx.body = record;
  });

  router.get('/records/:id', async (ctx) => {
    ctx.body = await records.one(ctx.params.id);
  });

  router.post('/messages', jsonBody, async (ctx) => {
    const message = await messages.add(ctx.request.body.content);
    ctx.status = 201;
    ctx.set('Location', `/messages/${message.id}`);
    ctx.body = message;
  });

  router.get('/messages/:id', async (ctx) => {
    ctx.body = await messages.one(ctx.params.id);
  });

  // Before GET, which would answer HEAD too.
  router.head('/stream', (ctx) => {
    streamOf(ctx.query);
    ctx.status = 200;
    ctx.type = NDJSON;
  });

  router.get('/stream', async (ctx) => {
    ctx.body = await streams.open(streamOf(ctx.query));
    ctx.type = NDJSON;
  });

  router.get('/stream/:id/signals', async (ctx) => {
    ctx.body = await streams.signals(ctx.params.id);
  });

  router.get('/echo', (ctx) => {
    const headers = { Upgrade: 'websocket', Connection: 'Upgrade' };
    ctx.throw(426, 'This resource speaks WebSocket only.', { headers });
  });

  router.get('/health', (ctx) => {
    ctx.body = HEALTH;
  });

  router.get('/htmx.min.js', (ctx) => {
    ctx.type = 'text/javascript';
    ctx.body = htmx;
  });

  return router;
}

module.exports = { createRouter };
