// The stack node/http: raw node:http, routed by a map.
'use strict';

const http = require('node:http');
const { pipeline } = require('node:stream/promises');
const {
  HEALTH,
  HELLO,
  discardRest,
  hash,
  htmx,
  problemOf,
  queryOf,
  refusalOf,
  serve,
  upgradeRequired,
} = require('@loadline/workloads');

const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';
const WITH_ID = /^(\/[a-z]+\/)([^/]+)(\/[a-z]+)?$/;
const ORIGIN = /^http:\/\/[^/?]+/i;

/**
 * @typedef {http.IncomingMessage} Request
 * @typedef {http.ServerResponse} Response
 * @typedef {(request: Request, response: Response, id: string) => unknown} Handler
 * @typedef {Record<string, Handler | undefined>} Methods
 */

/** @param {import('@loadline/workloads').Work} work */
function createServer({ cache, fibonacci, messages, records, streams, todos, uploads }) {
  /** @type {Map<string, Methods>} */
  const routes = new Map([
    ['/hello', read((_, response) => answer(response, TEXT, HELLO))],
    ['/hash', read((request, response) => answer(response, TEXT, hash(query(request))))],
    [
      '/fibonacci',
      read(async (request, response) =>
        answer(response, TEXT, await fibonacci.answer(query(request), response)),
      ),
    ],
    [
      '/upload',
      {
        PUT: async (request, response) =>
          answer(response, JSON_TYPE, JSON.stringify(await uploads.receive(request))),
      },
    ],
    ['/', read((_, response) => answer(response, HTML, todos.page()))],
    [
      '/todos',
      {
        ...read((request, response) => answer(response, HTML, todos.table(query(request)))),
        POST: async (request, response) => {
          const { location, table } = await todos.add(request);
          answer(response, HTML, table, 201, { Location: location });
        },
      },
    ],
    [
      '/records',
      {
        POST: async (request, response) => {
          const { location, record } = await records.add(request);
          answer(response, JSON_TYPE, record, 201, { Location: location });
        },
      },
    ],
    [
      '/messages',
      {
        POST: async (request, response) => {
          const { location, message } = await messages.add(request);
          answer(response, JSON_TYPE, message, 201, { Location: location });
        },
      },
    ],
    [
      '/stream',
      {
        GET: async (request, response) => {
          const items = await streams.open(query(request));
          response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
          await pipeline(items, response);
        },
        HEAD: (request, response) => {
          streams.check(query(request));
          response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end();
        },
      },
    ],
    [
      '/echo',
      read((_, response) => {
        throw upgradeRequired(response);
      }),
    ],
    ['/health', read((_, response) => answer(response, JSON_TYPE, HEALTH))],
    [
      '/htmx.min.js',
      read((_, response) => answer(response, 'text/javascript; charset=utf-8', htmx)),
    ],
  ]);

  /** @type {Map<string, Methods>} */
  const routesWithId = new Map([
    [
      '/todos/:id',
      {
        ...read((_, response, id) => answer(response, HTML, todos.single(id))),
        PUT: async (request, response, id) =>
          answer(response, HTML, await todos.change(id, request)),
        DELETE: (_, response, id) => answer(response, HTML, todos.remove(id)),
      },
    ],
    [
      '/cache/:id',
      {
        ...read(async (_, response, key) => answer(response, TEXT, await cache.get(key))),
        PUT: async (request, response, key) => {
          await cache.put(key, request);
          response.writeHead(204).end();
        },
      },
    ],
    [
      '/records/:id',
      read(async (_, response, id) => answer(response, JSON_TYPE, await records.one(id))),
    ],
    [
      '/messages/:id',
      read(async (_, response, id) => answer(response, JSON_TYPE, await messages.one(id))),
    ],
    [
      '/stream/:id/signals',
      read(async (_, response, id) => answer(response, JSON_TYPE, await streams.signals(id))),
    ],
  ]);

  /**
   * @param {Request} request
   * @param {Response} response
   */
  function handle(request, response) {
    const path = pathOf(request);
    const handler = routes.get(path)?.[String(request.method)];
    if (handler) return handler(request, response, '');
    const [, begin, id, end = ''] = WITH_ID.exec(path) ?? [];
    const handlerWithId = routesWithId.get(`${begin}:id${end}`)?.[String(request.method)];
    if (handlerWithId) return handlerWithId(request, response, decoded(id));
    throw refusalOf(String(request.method), path);
  }

  return http.createServer((request, response) => {
    try {
      const later = handle(request, response);
      if (later instanceof Promise) later.catch((error) => refuse(request, response, error));
    } catch (error) {
      refuse(request, response, error);
    }
  });
}

/**
 * @param {Handler} handler of GET, and of HEAD, whose body node:http leaves out
 * @returns {Methods}
 */
const read = (handler) => ({ GET: handler, HEAD: handler });

/**
 * @param {Request} request
 * @returns {string} its path, also where the target is a whole URL (RFC 9112, 3.2.2)
 */
function pathOf({ url = '' }) {
  const target = url[0] === '/' ? url : url.replace(ORIGIN, '');
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

/** @param {Request} request */
const query = (request) => queryOf(String(request.url));

/** @param {string} segment */
function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * @param {Response} response
 * @param {string} type
 * @param {string | Buffer} body
 * @param {number} [status]
 * @param {Record<string, string>} [headers]
 */
function answer(response, type, body, status = 200, headers = {}) {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': length, ...headers });
  response.end(body);
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {unknown} error
 */
function refuse(request, response, error) {
  const problem = problemOf(error);
  if (!problem || response.headersSent) {
    response.destroy();
    return;
  }
  discardRest(request);
  const length = Buffer.byteLength(problem.body);
  response.writeHead(problem.status, { ...problem.headers, 'Content-Length': length });
  response.end(problem.body);
}

serve(createServer);
