// The Node yardstick: node:http without a framework. It never changes: a change is a change of unit.
'use strict';

const http = require('node:http');
const { pipeline } = require('node:stream/promises');
const { setTimeout: delay } = require('node:timers/promises');
const { Cache } = require('./src/cache');
const { attachEcho } = require('./src/echo');
const { Fibonacci } = require('./src/fibonacci');
const { hash } = require('./src/hash');
const { Messages } = require('./src/messages');
const { runUntilStopped } = require('./src/process');
const { Problem, answerProblem, refusalOf } = require('./src/problem');
const { Records } = require('./src/records');
const { Streams } = require('./src/stream');
const { Todos } = require('./src/todos');
const { Uploads } = require('./src/upload');
const htmx = require('node:fs').readFileSync(require.resolve('htmx.org/dist/htmx.min.js'));

/**
 * @typedef {http.IncomingMessage} Request
 * @typedef {http.ServerResponse} Response
 */

const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';

const cache = new Cache();
const fibonacci = new Fibonacci();
const messages = new Messages();
const records = new Records();
const streams = new Streams();
const todos = new Todos();
const uploads = new Uploads();

const server = http.createServer((request, response) => {
  const url = String(request.url);
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  try {
    const later = route(request, response, path.replace(/^http:\/\/[^/]+/i, ''), query);
    later?.catch((error) => answerProblem(request, response, error));
  } catch (error) {
    answerProblem(request, response, error);
  }
});

/**
 * @param {Request} request
 * @param {Response} response
 * @param {string} path
 * @param {string} query
 * @returns {Promise<void> | void}
 */
function route(request, response, path, query) {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  switch (`${method} ${path}`) {
    case 'GET /hello':
      return answer(response, TEXT, 'Hello World!');
    case 'GET /hash':
      return answer(response, TEXT, hash(query));
    case 'GET /fibonacci':
      return fibonacci.answer(query, response).then((number) => answer(response, TEXT, number));
    case 'PUT /upload':
      return uploads
        .receive(request)
        .then((uploaded) => answer(response, JSON_TYPE, JSON.stringify(uploaded)));
    case 'GET /':
      return answer(response, HTML, todos.page());
    case 'GET /todos':
      return answer(response, HTML, todos.table(query));
    case 'POST /todos':
      return todos.add(request).then(({ id, table }) => {
        response.setHeader('Location', `/todos/${id}`);
        answer(response, HTML, table, 201);
      });
    case 'POST /records':
      return records.add(request).then(({ id, json }) => {
        response.setHeader('Location', `/records/${id}`);
        answer(response, JSON_TYPE, json, 201);
      });
    case 'POST /messages':
      return messages.add(request).then(({ id, json }) => {
        response.setHeader('Location', `/messages/${id}`);
        answer(response, JSON_TYPE, json, 201);
      });
    case 'GET /stream':
      return stream(request, response, query);
    case 'GET /health':
      return answer(response, JSON_TYPE, '{"status":"up"}');
    case 'GET /htmx.min.js':
      return answer(response, 'text/javascript; charset=utf-8', htmx);
    case 'GET /echo':
      response.setHeader('Upgrade', 'websocket');
      response.setHeader('Connection', response.shouldKeepAlive ? 'Upgrade' : 'Upgrade, close');
      throw new Problem(426, 'This resource speaks WebSocket only.');
  }
  return routeWithId(request, response, path);
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {string} path
 * @returns {Promise<void> | void}
 */
function routeWithId(request, response, path) {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const [, collection, id, rest = ''] = /^\/([a-z]+)\/([^/]+)(\/signals)?$/.exec(path) ?? [];
  switch (`${method} /${collection}/:id${rest}`) {
    case 'GET /todos/:id':
      return answer(response, HTML, todos.single(decoded(id)));
    case 'DELETE /todos/:id':
      return answer(response, HTML, todos.remove(decoded(id)));
    case 'PUT /todos/:id':
      return todos.change(decoded(id), request).then((table) => answer(response, HTML, table));
    case 'GET /cache/:id':
      return cache.get(decoded(id)).then((value) => answer(response, TEXT, value));
    case 'PUT /cache/:id':
      return cache.put(decoded(id), request).then(() => {
        response.writeHead(204).end();
      });
    case 'GET /records/:id':
      return records.one(decoded(id)).then((json) => answer(response, JSON_TYPE, json));
    case 'GET /messages/:id':
      return messages.one(decoded(id)).then((json) => answer(response, JSON_TYPE, json));
    case 'GET /stream/:id/signals':
      return answer(response, JSON_TYPE, streams.signals(decoded(id)));
  }
  throw refusalOf(String(request.method), path);
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {string} query
 * @returns {Promise<void> | void}
 */
function stream(request, response, query) {
  if (request.method === 'HEAD') {
    streams.check(query);
    response.writeHead(200, { 'Content-Type': NDJSON }).end();
    return;
  }
  const items = streams.open(query);
  response.writeHead(200, { 'Content-Type': NDJSON });
  return pipeline(items, response);
}

/**
 * @param {Response} response
 * @param {string} type
 * @param {string | Buffer} body
 * @param {number} [status]
 */
function answer(response, type, body, status = 200) {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

runUntilStopped(server, attachEcho(server), async () => {
  await uploads.settled();
  await fibonacci.close();
  const left = Promise.allSettled([cache.close(), records.close(), messages.close()]);
  await Promise.race([left, delay(200)]);
  todos.close();
});
