// The stack node/fastify: Fastify 5, its router, its replies, its hooks for errors.
'use strict';

const fastify = require('fastify');
const {
  HEALTH,
  HELLO,
  badRequest,
  discardRest,
  hash,
  htmx,
  problemOf,
  refusalOf,
  refuseMalformed,
  serve,
  upgradeRequired,
} = require('@loadline/workloads');

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';
/** One that is not empty, which Fastify would take for an id too. */
const ID = ':id([^]+)';

/**
 * @typedef {import('fastify').FastifyRequest} Request
 * @typedef {import('fastify').FastifyReply} Reply
 * @typedef {import('fastify').FastifyRequest<{ Params: { id: string } }>} WithId
 * @typedef {import('fastify').FastifyRequest<{ Params: { key: string } }>} WithKey
 */

/** @param {import('@loadline/workloads').Work} work */
async function createServer({ cache, fibonacci, messages, records, streams, todos, uploads }) {
  const app = fastify({
    clientErrorHandler: refuseMalformed,
    frameworkErrors: refuseUrl,
    routerOptions: {
      // The work reads its queries itself, more strictly, and judges ids of any length.
      querystringParser: /** @type {(text: string) => any} */ ((text) => text),
      maxParamLength: 16_384,
    },
  });
  // The work reads bodies itself, whatever they call themselves.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, __, done) => done(null));
  app.setNotFoundHandler((request) => {
    throw refusalOf(request.method, pathOf(request));
  });
  app.setErrorHandler(refuse);

  // No async functions here: each would cost a promise.
  app.get('/hello', (_, reply) => {
    reply.send(HELLO);
  });

  app.get('/hash', (request, reply) => {
    reply.send(hash(query(request)));
  });

  app.get('/fibonacci', (request, reply) => fibonacci.answer(query(request), reply.raw));

  app.put('/upload', { onRequest: takeAnyType }, (request) => uploads.receive(request.raw));

  app.get('/', async (_, reply) => {
    reply.type(HTML);
    return todos.page();
  });

  app.get('/todos', async (request, reply) => {
    reply.type(HTML);
    return todos.table(query(request));
  });

  app.post('/todos', async (request, reply) => {
    const { location, table } = await todos.add(request.raw);
    reply.code(201).header('Location', location).type(HTML);
    return table;
  });

  app.get(`/todos/${ID}`, async (/** @type {WithId} */ request, reply) => {
    reply.type(HTML);
    return todos.single(request.params.id);
  });

  app.put(`/todos/${ID}`, async (/** @type {WithId} */ request, reply) => {
    reply.type(HTML);
    return todos.change(request.params.id, request.raw);
  });

  app.delete(`/todos/${ID}`, async (/** @type {WithId} */ request, reply) => {
    reply.type(HTML);
    return todos.remove(request.params.id);
  });

  app.get('/cache/:key([^]+)', (/** @type {WithKey} */ request) => cache.get(request.params.key));

  app.put('/cache/:key([^]+)', { onRequest: takeAnyType }, async (request, reply) => {
    await cache.put(/** @type {WithKey} */ (request).params.key, request.raw);
    return reply.code(204).send();
  });

  app.post('/records', async (request, reply) => {
    const { location, record } = await records.add(request.raw);
    reply.code(201).header('Location', location).type(JSON_TYPE);
    return record;
  });

  app.get(`/records/${ID}`, (/** @type {WithId} */ request, reply) => {
    reply.type(JSON_TYPE);
    return records.one(request.params.id);
  });

  app.post('/messages', async (request, reply) => {
    const { location, message } = await messages.add(request.raw);
    reply.code(201).header('Location', location).type(JSON_TYPE);
    return message;
  });

  app.get(`/messages/${ID}`, (/** @type {WithId} */ request, reply) => {
    reply.type(JSON_TYPE);
    return messages.one(request.params.id);
  });

  app.get('/stream', { exposeHeadRoute: false }, async (request, reply) => {
    const items = await streams.open(query(request));
    reply.header('Content-Type', NDJSON);
    return items;
  });

  app.head('/stream', (request, reply) => {
    streams.check(query(request));
    reply.header('Content-Type', NDJSON).send();
  });

  app.get(`/stream/${ID}/signals`, (/** @type {WithId} */ request, reply) => {
    reply.type(JSON_TYPE);
    return streams.signals(request.params.id);
  });

  app.get('/echo', async (_, reply) => {
    throw upgradeRequired(reply.raw);
  });

  app.get('/health', async (_, reply) => {
    reply.type(JSON_TYPE);
    return HEALTH;
  });

  app.get('/htmx.min.js', async (_, reply) => {
    reply.type('text/javascript; charset=utf-8');
    return htmx;
  });

  await app.ready();
  return app.server;
}

/** @param {Request} request whose query the router leaves as it came */
const query = (request) => /** @type {string} */ (request.query);

/**
 * Keeps Fastify from refusing a body that calls itself something impossible.
 * @type {import('fastify').onRequestHookHandler}
 */
function takeAnyType(request, _, done) {
  delete request.raw.headers['content-type'];
  done();
}

/** @param {Request} request */
const pathOf = ({ url }) => url.split('?', 1)[0];

/**
 * @param {unknown} error
 * @param {Request} request
 * @param {Reply} reply
 */
function refuse(error, request, reply) {
  // Fastify may object to a body before it notices that nothing would take it.
  const problem = problemOf(request.is404 ? refusalOf(request.method, pathOf(request)) : error);
  if (!problem || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  answer(problem, request, reply);
}

/**
 * @param {unknown} _
 * @param {Request} request whose path the router cannot decode
 * @param {Reply} reply
 */
function refuseUrl(_, request, reply) {
  answer(badRequest('The path is not percent-encoded UTF-8.'), request, reply);
}

/**
 * @param {ReturnType<typeof badRequest>} problem
 * @param {Request} request
 * @param {Reply} reply
 */
function answer({ status, headers, body }, request, reply) {
  discardRest(request.raw);
  // A buffer, because Fastify adds a charset to the type of a text.
  reply.code(status).headers(headers).send(Buffer.from(body));
}

serve(createServer);
