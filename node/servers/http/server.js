// The stack node/http: plain node:http with a table of routes.
'use strict';

const http = require('node:http');
const { pipeline } = require('node:stream/promises');
const createError = require('http-errors');
const { HEALTH, HELLO, digest, hash, htmx, streamOf } = require('@loadline/workloads');
const {
  PROBLEM_TYPE,
  goneSignal,
  parametersOf,
  problemOf,
  serve,
} = require('@loadline/workloads/http');
const { bytesOf, formOf, jsonOf } = require('./body');

const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const JSON_TYPE = 'application/json';
const LINES = 'application/x-ndjson';

/**
 * @typedef {http.IncomingMessage} Request
 * @typedef {http.ServerResponse} Response
 * @typedef {{ id: string, query: string }} Target what a request's path and URL hold besides
 * @typedef {(request: Request, response: Response, target: Target) => unknown} Handler
 */

/**
 * @param {import('@loadline/workloads').Work} work
 * @returns {Record<string, Record<string, Handler>>} handlers by path and method; HEAD is served by GET
 */
const routesOf = ({ cache, fibonacci, messages, records, streams, todos }) => ({
  '/hello': {
    GET: (_, response) => send(response, TEXT, HELLO),
  },
  '/hash': {
    GET: (_, response, { query }) => send(response, TEXT, hash(parametersOf(query).input)),
  },
  '/fibonacci': {
    GET: async (_, response, { query }) =>
      send(response, TEXT, await fibonacci.of(parametersOf(query).n, goneSignal(response))),
  },
  '/upload': {
    PUT: async (request, response) =>
      sendJson(response, await digest(request, Number(request.headers['content-length']))),
  },
  '/': {
    GET: (_, response) => send(response, HTML, todos.page()),
  },
  '/todos': {
    GET: (_, response, { query }) => send(response, HTML, todos.table(parametersOf(query).q)),
    POST: async (request, response) => {
      const id = todos.add((await formOf(request)).description);
      send(response, HTML, todos.table(), 201, { Location: `/todos/${id}` });
    },
  },
  '/todos/:id': {
    DELETE: (_, response, { id }) => {
      todos.remove(id);
      send(response, HTML, todos.table());
    },
    GET: (_, response, { id }) => send(response, HTML, todos.single(id)),
    PUT: async (request, response, { id }) => {
      todos.change(id, await formOf(request));
      send(response, HTML, todos.table());
    },
  },
  '/cache/:id': {
    GET: async (_, response, { id }) => send(response, TEXT, await cache.get(id)),
    PUT: async (request, response, { id }) => {
      await cache.set(id, await bytesOf(request));
      response.writeHead(204).end();
    },
  },
  '/records': {
    POST: async (request, response) => {
      const record = await records.add((await jsonOf(request))?.name);
      sendJson(response, record, 201, { Location: `/records/${record.id}` });
    },
  },
  '/records/:id': {
    GET: async (_, response, { id }) => sendJson(response, await records.one(id)),
  },
  '/messages': {
    POST: async (request, response) => {
      const message = await messages.add((await jsonOf(request))?.content);
      sendJson(response, message, 201, { Location: `/messages/${message.id}` });
    },
  },
  '/messages/:id': {
    GET: async (_, response, { id }) => sendJson(response, await messages.one(id)),
  },
  '/stream': {
    GET: async (_, response, { query }) => {
      const items = await streams.open(streamOf(parametersOf(query)));
      await pipeline(items, response.writeHead(200, { 'Content-Type': LINES }));
    },
    HEAD: (_, response, { query }) => {
      streamOf(parametersOf(query));
      response.writeHead(200, { 'Content-Type': LINES }).end();
    },
  },
  '/stream/:id/signals': {
    GET: async (_, response, { id }) => sendJson(response, await streams.signals(id)),
  },
  '/echo': {
    GET: () => {
      const headers = { Upgrade: 'websocket', Connection: 'Upgrade' };
      throw createError(426, 'This resource speaks WebSocket only.', { headers });
    },
  },
  '/health': {
    GET: (_, response) => sendJson(response, HEALTH),
  },
  '/htmx.min.js': {
    GET: (_, response) => send(response, SCRIPT, htmx),
  },
});

/** @param {import('@loadline/workloads').Work} work */
function createServer(work) {
  const routes = Object.entries(routesOf(work)).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(':id', '(?<id>[^/]+)')}$`),
    methods,
  }));

  return http.createServer(async (request, response) => {
    try {
      const [path, query] = divided(String(request.url));
      const route = routes.find(({ pattern }) => pattern.test(path));
      if (!route) throw createError(404, `There is nothing at ${path}.`);
      const handle = handlerOf(route.methods, String(request.method));
      const id = decoded(route.pattern.exec(path)?.groups?.id ?? '');
      await handle(request, response, { id, query });
    } catch (error) {
      refuse(response, error);
    }
  });
}

/**
 * Not as a URL, which takes the path //hello for a host.
 * @param {string} target of a request
 * @returns {[string, string]} its path and its query
 */
function divided(target) {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** @param {string} segment of a path */
function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw createError(400, 'The path is not percent-encoded UTF-8.');
  }
}

/**
 * @param {Record<string, Handler>} methods of a path
 * @param {string} method
 * @returns {Handler}
 */
function handlerOf(methods, method) {
  const handler = methods[method] ?? (method === 'HEAD' && methods.GET);
  if (handler) return handler;
  const known = methods.GET ? { ...methods, HEAD: methods.GET } : methods;
  const allow = Object.keys(known).join(', ');
  throw createError(405, `${method} is not among ${allow}.`, { headers: { Allow: allow } });
}

/**
 * @param {Response} response
 * @param {string} type
 * @param {string | Buffer} body
 * @param {number} [status]
 * @param {http.OutgoingHttpHeaders} [headers]
 */
function send(response, type, body, status = 200, headers = {}) {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': length, ...headers });
  response.end(body);
}

/**
 * @param {Response} response
 * @param {object} value
 * @param {number} [status]
 * @param {http.OutgoingHttpHeaders} [headers]
 */
function sendJson(response, value, status, headers) {
  send(response, JSON_TYPE, JSON.stringify(value), status, headers);
}

/**
 * @param {Response} response
 * @param {any} error
 */
function refuse(response, error) {
  if (response.headersSent || response.closed) {
    response.destroy();
    return;
  }
  const problem = problemOf(error);
  send(response, PROBLEM_TYPE, JSON.stringify(problem), problem.status, error.headers);
}

serve(createServer);
