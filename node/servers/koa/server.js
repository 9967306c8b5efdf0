// The stack node/koa: Koa 3, routed by one middleware.
'use strict';

const http = require('node:http');
const Koa = require('koa');
const {
  HEALTH,
  HELLO,
  discardRest,
  hash,
  htmx,
  problemOf,
  refusalOf,
  serve,
  upgradeRequired,
} = require('@loadline/workloads');

const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';
const WITH_ID = /^(\/[a-z]+\/)([^/]+)(\/[a-z]+)?$/;

/**
 * @typedef {Koa.Context} Context
 * @typedef {(context: Context, id: string) => unknown} Handler
 * @typedef {Record<string, Handler | undefined>} Methods
 */

/** @param {import('@loadline/workloads').Work} work */
function createServer({ cache, fibonacci, messages, records, streams, todos, uploads }) {
  /** @type {Map<string, Methods>} */
  const routes = new Map([
    ['/hello', read((context) => send(context, TEXT, HELLO))],
    ['/hash', read((context) => send(context, TEXT, hash(context.querystring)))],
    [
      '/fibonacci',
      read(async (context) =>
        send(context, TEXT, await fibonacci.answer(context.querystring, context.res)),
      ),
    ],
    [
      '/upload',
      {
        PUT: async (context) => {
          context.body = await uploads.receive(context.req);
        },
      },
    ],
    ['/', read((context) => send(context, HTML, todos.page()))],
    [
      '/todos',
      {
        ...read((context) => send(context, HTML, todos.table(context.querystring))),
        POST: async (context) => {
          const { location, table } = await todos.add(context.req);
          sendCreated(context, location, HTML, table);
        },
      },
    ],
    [
      '/records',
      {
        POST: async (context) => {
          const { location, record } = await records.add(context.req);
          sendCreated(context, location, JSON_TYPE, record);
        },
      },
    ],
    [
      '/messages',
      {
        POST: async (context) => {
          const { location, message } = await messages.add(context.req);
          sendCreated(context, location, JSON_TYPE, message);
        },
      },
    ],
    [
      '/stream',
      {
        GET: async (context) => {
          const items = await streams.open(context.querystring);
          context.set('Content-Type', 'application/x-ndjson');
          context.body = items;
        },
        HEAD: (context) => {
          streams.check(context.querystring);
          context.set('Content-Type', 'application/x-ndjson');
          context.status = 200;
        },
      },
    ],
    [
      '/echo',
      read((context) => {
        throw upgradeRequired(context.res);
      }),
    ],
    ['/health', read((context) => send(context, JSON_TYPE, HEALTH))],
    ['/htmx.min.js', read((context) => send(context, 'text/javascript; charset=utf-8', htmx))],
  ]);

  /** @type {Map<string, Methods>} */
  const routesWithId = new Map([
    [
      '/todos/:id',
      {
        ...read((context, id) => send(context, HTML, todos.single(id))),
        PUT: async (context, id) => send(context, HTML, await todos.change(id, context.req)),
        DELETE: (context, id) => send(context, HTML, todos.remove(id)),
      },
    ],
    [
      '/cache/:id',
      {
        ...read(async (context, key) => send(context, TEXT, await cache.get(key))),
        PUT: async (context, key) => {
          await cache.put(key, context.req);
          context.status = 204;
        },
      },
    ],
    ['/records/:id', read(async (context, id) => send(context, JSON_TYPE, await records.one(id)))],
    [
      '/messages/:id',
      read(async (context, id) => send(context, JSON_TYPE, await messages.one(id))),
    ],
    [
      '/stream/:id/signals',
      read(async (context, id) => send(context, JSON_TYPE, await streams.signals(id))),
    ],
  ]);

  /**
   * The only middleware, and no async function, which would cost every request a turn.
   * @param {Context} context
   */
  function route(context) {
    const { path } = context;
    const handler = routes.get(path)?.[String(context.req.method)];
    if (handler) return handler(context, '');
    const [, begin, id, end = ''] = WITH_ID.exec(path) ?? [];
    const handlerWithId = routesWithId.get(`${begin}:id${end}`)?.[String(context.req.method)];
    if (handlerWithId) return handlerWithId(context, decoded(id));
    throw refusalOf(context.method, path);
  }

  const app = new Koa();
  app.context.onerror = refuse;
  app.use(route);
  return http.createServer(app.callback());
}

/**
 * @param {Handler} handler of GET, and of HEAD, whose body Koa leaves out
 * @returns {Methods}
 */
const read = (handler) => ({ GET: handler, HEAD: handler });

/**
 * Names the type in full, so that Koa need not guess it from the body.
 * @param {Context} context
 * @param {string} type
 * @param {string | Buffer} body
 */
function send(context, type, body) {
  context.set('Content-Type', type);
  context.body = body;
}

/**
 * @param {Context} context
 * @param {string} location of what was made
 * @param {string} type
 * @param {string} body
 */
function sendCreated(context, location, type, body) {
  context.status = 201;
  context.set('Location', location);
  send(context, type, body);
}

/** @param {string} segment */
function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Koa's own handler, which this replaces, answers errors as plain text.
 * @this {Context}
 * @param {Error | null} error null after each response that went well
 */
function refuse(error) {
  // What went wrong with the connection comes here too, when there is nobody left to answer.
  if (!error || error === this.req.socket.errored) return;
  const problem = problemOf(error);
  if (!problem || this.headerSent || !this.writable) {
    this.res.destroy();
    return;
  }
  discardRest(this.req);
  for (const name of this.res.getHeaderNames()) this.res.removeHeader(name);
  const length = Buffer.byteLength(problem.body);
  this.res.writeHead(problem.status, { ...problem.headers, 'Content-Length': length });
  this.res.end(problem.body);
}

serve(createServer);
