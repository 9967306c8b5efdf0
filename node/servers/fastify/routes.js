// The routes of node/fastify: a plugin for each kind of body.
'use strict';

const createError = require('http-errors');
const { HEALTH, HELLO, digest, hash, htmx, streamOf } = require('@loadline/workloads');
const { takeBytes, takeForms, takeJson } = require('./bodies');
const schemas = require('./schemas');

const HTML = 'text/html; charset=utf-8';
const NDJSON = 'application/x-ndjson';
/** Not empty, which Fastify would take for an id too; an encoded slash is for the handler to refuse. */
const ID = ':id([^]+)';

/**
 * @typedef {import('@loadline/workloads').Work} Work
 * @typedef {import('fastify').FastifyTypeProvider & { validator: Record<string, any> }} Validated
 * @typedef {import('fastify').FastifyPluginAsync<Work, import('fastify').RawServerDefault, Validated>} Routes
 */

/** @type {Routes} */
const routes = async (app, work) => {
  app.register(todoRoutes, work);
  app.register(cacheRoutes, work);
  app.register(documentRoutes, work);

  const { fibonacci, streams, todos } = work;

  app.get('/hello', async () => HELLO);

  app.get('/hash', { schema: schemas.hash }, async ({ query }) => hash(query.input));

  app.get('/fibonacci', { schema: schemas.fibonacci }, async ({ query, signal }) =>
    fibonacci.of(query.n, signal),
  );

  app.put('/upload', { schema: schemas.upload }, async ({ headers, raw }) =>
    digest(raw, Number(headers['content-length'])),
  );

  app.get('/', async (_, reply) => reply.type(HTML).send(todos.page()));

  // Before GET, of which Fastify would make a HEAD that opens a stream.
  app.head('/stream', { schema: schemas.stream }, async ({ query }, reply) => {
    streamOf(query);
    return reply.type(NDJSON).send();
  });

  app.get('/stream', { schema: schemas.stream }, async ({ query }, reply) =>
    reply.type(NDJSON).send(await streams.open(streamOf(query))),
  );

  app.get(`/stream/${ID}/signals`, { schema: schemas.signals }, async ({ params }) =>
    streams.signals(params.id),
  );

  app.get('/echo', async () => {
    const headers = { Upgrade: 'websocket', Connection: 'Upgrade' };
    throw createError(426, 'This resource speaks WebSocket only.', { headers });
  });

  app.get('/health', { schema: schemas.health }, async () => HEALTH);

  app.get('/htmx.min.js', async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(htmx),
  );
};

/** @type {Routes} */
const todoRoutes = async (app, { todos }) => {
  takeForms(app);

  app.get('/todos', { schema: schemas.todos }, async ({ query }, reply) =>
    reply.type(HTML).send(todos.table(query.q)),
  );

  app.post('/todos', { schema: schemas.addTodo }, async ({ body }, reply) => {
    const id = todos.add(body.description);
    return reply.code(201).header('Location', `/todos/${id}`).type(HTML).send(todos.table());
  });

  app.get(`/todos/${ID}`, { schema: schemas.todo }, async ({ params }, reply) =>
    reply.type(HTML).send(todos.single(params.id)),
  );

  app.put(`/todos/${ID}`, { schema: schemas.changeTodo }, async ({ params, body }, reply) => {
    todos.change(params.id, body);
    return reply.type(HTML).send(todos.table());
  });

  app.delete(`/todos/${ID}`, { schema: schemas.todo }, async ({ params }, reply) => {
    todos.remove(params.id);
    return reply.type(HTML).send(todos.table());
  });
};

/** @type {Routes} */
const cacheRoutes = async (app, { cache }) => {
  takeBytes(app);

  app.get('/cache/:key([^]+)', { schema: schemas.cache }, async ({ params }) =>
    cache.get(params.key),
  );

  app.put('/cache/:key([^]+)', { schema: schemas.cache }, async ({ params, body }, reply) => {
    // A request without a body was not parsed.
    await cache.set(params.key, /** @type {any} */ (body) ?? Buffer.alloc(0));
    return reply.code(204).send();
  });
};

/** @type {Routes} */
const documentRoutes = async (app, { records, messages }) => {
  takeJson(app);

  app.post('/records', { schema: schemas.addRecord }, async ({ body }, reply) => {
    const record = await records.add(body.name);
    return reply.code(201).header('Location', `/records/${record.id}`).send(record);
  });

  app.get(`/records/${ID}`, { schema: schemas.record }, async ({ params }) =>
    records.one(params.id),
  );

  app.post('/messages', { schema: schemas.addMessage }, async ({ body }, reply) => {
    const message = await messages.add(body.content);
    return reply.code(201).header('Location', `/messages/${message.id}`).send(message);
  });

  app.get(`/messages/${ID}`, { schema: schemas.message }, async ({ params }) =>
    messages.one(params.id),
  );
};

module.exports = { routes };
