/** Which request does what on the honest server. */
'use strict';

const { answer, answerJson, HTML, TEXT } = require('./answer');
const { parseParameters, atMostOne, exactlyOne, wholeNumber } = require('./parameters');
const { Problem } = require('./problem');
const { receiveForm } = require('./form');
const { serviceRoutes } = require('./service-routes');
const { signalsOf } = require('./stream');
const { allTodos, findTodos, todoOf, addTodo, changeTodo, deleteTodo } = require('./todos');
const { page, table, article } = require('./todos-page');

/** @typedef {import('./serve').Parts} Parts */
/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/**
 * @typedef {object} Call
 * @property {IncomingMessage} request
 * @property {ServerResponse} response
 * @property {string} query without its question mark
 * @property {string} id the one word of the path that varies
 * @property {Parts} parts
 */
/** @typedef {(call: Call) => void | Promise<void>} Handler */
/** @typedef {{ path: RegExp, methods: Record<string, Handler> }} Route */

const ID_OF_STREAM = /^[A-Za-z0-9_.:-]{1,128}$/;

/** @type {Route[]} */
const routes = [
  { path: /^\/health$/, methods: { GET: (call) => answerJson(call, { status: 'up' }) } },
  { path: /^\/hello$/, methods: { GET: (call) => answer(call, TEXT, 'Hello World!') } },
  { path: /^\/hash$/, methods: { GET: answerHash } },
  { path: /^\/fibonacci$/, methods: { GET: answerFibonacci } },
  { path: /^\/upload$/, methods: { PUT: answerUpload } },
  { path: /^\/echo$/, methods: { GET: askToUpgrade } },
  { path: /^\/stream$/, methods: { GET: answerStream } },
  { path: /^\/stream\/([^/]+)\/signals$/, methods: { GET: answerSignals } },
  {
    path: /^\/$/,
    methods: { GET: (call) => answer(call, HTML, page(allTodos(), call.parts.escape)) },
  },
  { path: /^\/htmx\.min\.js$/, methods: { GET: answerScript } },
  { path: /^\/todos$/, methods: { GET: answerSearch, POST: answerNewTodo } },
  {
    path: /^\/todos\/([^/]+)$/,
    methods: { DELETE: answerDeletion, GET: answerTodo, PUT: answerChange },
  },
  ...serviceRoutes,
];

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {Parts} parts
 */
async function route(request, response, parts) {
  const [, path, query] = /** @type {RegExpExecArray} */ (
    /^([^?]*)\??(.*)$/s.exec(request.url ?? '/')
  );
  const found = routes.find((candidate) => candidate.path.test(path));
  if (found === undefined) throw new Problem(404, 'There is nothing at this path.');
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  const handler = found.methods[method];
  if (handler === undefined) {
    throw new Problem(405, 'This path knows other methods.', { Allow: allowed(found) });
  }
  const [, id = ''] = found.path.exec(path) ?? [];
  await handler({ request, response, query, id, parts });
}

/**
 * @param {Route} found
 * @returns {string}
 */
function allowed(found) {
  const methods = Object.keys(found.methods);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
}

/** @type {Handler} */
function answerHash(call) {
  answer(call, TEXT, String(call.parts.hash(exactlyOne(parseParameters(call.query), 'input'))));
}

/** @param {Call} call */
async function answerFibonacci(call) {
  const n = wholeNumber(parseParameters(call.query), 'n', 0, 40);
  answer(call, TEXT, String(await call.parts.fibonacci(n)));
}

/** @param {Call} call */
async function answerUpload(call) {
  answerJson(call, await call.parts.receiveUpload(call.request));
}

/** @type {Handler} */
function askToUpgrade() {
  throw new Problem(426, 'Only WebSockets are served here.', {
    Upgrade: 'websocket',
    Connection: 'Upgrade',
  });
}

/** @param {Call} call */
async function answerStream({ request, response, query, parts }) {
  const parameters = parseParameters(query);
  const id = streamId(exactlyOne(parameters, 'id'));
  const items = wholeNumber(parameters, 'items', 1, 10_000_000);
  const size = wholeNumber(parameters, 'size', 16, 65_536);
  if (request.method === 'HEAD') {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end();
    return;
  }
  await parts.sendStream(response, { id, items, size });
}

/** @type {Handler} */
function answerSignals(call) {
  answerJson(call, signalsOf(streamId(call.id)));
}

/**
 * @param {string} id
 * @returns {string}
 */
function streamId(id) {
  if (!ID_OF_STREAM.test(id)) throw new Problem(400, `The id must match ${ID_OF_STREAM.source}.`);
  return id;
}

/** @type {Handler} */
function answerScript(call) {
  answer(call, 'text/javascript; charset=utf-8', '/* Stands in for htmx. */\n');
}

/** @type {Handler} */
function answerSearch(call) {
  const wanted = atMostOne(parseParameters(call.query), 'q') ?? '';
  answer(call, HTML, table(findTodos(wanted), call.parts.escape));
}

/** @param {Call} call */
async function answerNewTodo(call) {
  const { id } = addTodo(await receiveForm(call.request));
  const headers = { Location: `/todos/${id}` };
  answer(call, HTML, table(allTodos(), call.parts.escape), { status: 201, headers });
}

/** @type {Handler} */
function answerTodo(call) {
  answer(call, HTML, article(todoOf(call.id), call.parts.escape));
}

/** @param {Call} call */
async function answerChange(call) {
  changeTodo(call.id, await receiveForm(call.request));
  answer(call, HTML, table(allTodos(), call.parts.escape));
}

/** @type {Handler} */
function answerDeletion(call) {
  deleteTodo(call.id);
  answer(call, HTML, table(allTodos(), call.parts.escape));
}

module.exports = { route };
