// The Node yardstick: node:http without a framework. It never changes: a change is a change of unit.
'use strict';

const http = require('node:http');
const { pipeline } = require('node:stream/promises');
const { attachEcho } = require('./src/echo');
const { Fibonacci } = require('./src/fibonacci');
const { hash } = require('./src/hash');
const { runUntilStopped } = require('./src/process');
const { Problem, answerProblem, refusalOf } = require('./src/problem');
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

const fibonacci = new Fibonacci();
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
  const [, todo] = /^\/todos\/([^/]+)$/.exec(path)?.map(decoded) ?? [];
  if (todo && method === 'GET') return answer(response, HTML, todos.single(todo));
  if (todo && method === 'DELETE') return answer(response, HTML, todos.remove(todo));
  if (todo && method === 'PUT') {
    return todos.change(todo, request).then((table) => answer(response, HTML, table));
  }
  const [, id] = /^\/stream\/([^/]+)\/signals$/.exec(path)?.map(decoded) ?? [];
  if (id && method === 'GET') return answer(response, JSON_TYPE, streams.signals(id));
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
  todos.close();
});
