// The application of node/express: Express 5 as its guide has it.
'use strict';

const { pipeline } = require('node:stream/promises');
const express = require('express');
const createError = require('http-errors');
const { HEALTH, HELLO, digest, hash, htmx, streamOf } = require('@loadline/workloads');
const {
  PROBLEM_TYPE,
  goneSignal,
  parametersOf,
  problemOf,
  refuseOtherThanUtf8,
} = require('@loadline/workloads/http');

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const limit = '64kb';

const rawBody = express.raw({ limit, type: () => true });
/** @type {express.RequestHandler[]} */
const jsonBody = [
  only(JSON_TYPE),
  express.json({ limit, verify: (_, __, bytes) => refuseOtherThanUtf8(bytes) }),
];
/** @type {express.RequestHandler[]} */
const formBody = [
  only(FORM_TYPE),
  // Holds the form to what its parser would repair or join.
  express.urlencoded({
    limit,
    verify(_, __, bytes) {
      refuseOtherThanUtf8(bytes);
      parametersOf(bytes.toString());
    },
  }),
];

/** @param {import('@loadline/workloads').Work} work */
function createApp({ cache, fibonacci, messages, records, streams, todos }) {
  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', parametersOf);

  app
    .route('/hello')
    .get((_, response) => {
      response.type('text').send(HELLO);
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/hash')
    .get((request, response) => {
      response.type('text').send(hash(request.query.input));
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/fibonacci')
    .get(async (request, response) => {
      const number = await fibonacci.of(request.query.n, goneSignal(response));
      response.type('text').send(number);
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/upload')
    .put(async (request, response) => {
      response.json(await digest(request, Number(request.get('Content-Length'))));
    })
    .all(refuseMethod('PUT'));

  app
    .route('/')
    .get((_, response) => {
      response.send(todos.page());
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/todos')
    .get((request, response) => {
      response.send(todos.table(request.query.q));
    })
    .post(...formBody, (request, response) => {
      const id = todos.add(request.body?.description);
      response.status(201).location(`/todos/${id}`).send(todos.table());
    })
    .all(refuseMethod('GET, HEAD, POST'));

  app
    .route('/todos/:id')
    .get((request, response) => {
      response.send(todos.single(request.params.id));
    })
    .put(...formBody, (request, response) => {
      todos.change(request.params.id, request.body ?? {});
      response.send(todos.table());
    })
    .delete((request, response) => {
      todos.remove(request.params.id);
      response.send(todos.table());
    })
    .all(refuseMethod('DELETE, GET, HEAD, PUT'));

  app
    .route('/cache/:key')
    .get(async (request, response) => {
      response.type('text').send(await cache.get(request.params.key));
    })
    .put(rawBody, async (request, response) => {
      await cache.set(request.params.key, request.body ?? Buffer.alloc(0));
      response.sendStatus(204);
    })
    .all(refuseMethod('GET, HEAD, PUT'));

  app
    .route('/records')
    .post(...jsonBody, async (request, response) => {
      const record = await records.add(request.body?.name);
      response.status(201).location(`/records/${record.id}`).json(record);
    })
    .all(refuseMethod('POST'));

  app
    .route('/records/:id')
    .get(async (request, response) => {
      response.json(await records.one(request.params.id));
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/messages')
    .post(...jsonBody, async (request, response) => {
      const message = await messages.add(request.body?.content);
      response.status(201).location(`/messages/${message.id}`).json(message);
    })
    .all(refuseMethod('POST'));

  app
    .route('/messages/:id')
    .get(async (request, response) => {
      response.json(await messages.one(request.params.id));
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/stream')
    .all((_, response, next) => {
      response.type('application/x-ndjson');
      next();
    })
    .head((request, response) => {
      streamOf(request.query);
      response.end();
    })
    .get(async (request, response) => {
      await pipeline(await streams.open(streamOf(request.query)), response);
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/stream/:id/signals')
    .get(async (request, response) => {
      response.json(await streams.signals(request.params.id));
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/echo')
    .get(() => {
      const headers = { Upgrade: 'websocket', Connection: 'Upgrade' };
      throw createError(426, 'This resource speaks WebSocket only.', { headers });
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/health')
    .get((_, response) => {
      response.json(HEALTH);
    })
    .all(refuseMethod('GET, HEAD'));

  app
    .route('/htmx.min.js')
    .get((_, response) => {
      response.type('text/javascript').send(htmx);
    })
    .all(refuseMethod('GET, HEAD'));

  app.use((request) => {
    throw createError(404, `There is nothing at ${request.path}.`);
  });
  app.use(refuse);
  return app;
}

/**
 * @param {string} type that a body must have
 * @returns {express.RequestHandler}
 */
function only(type) {
  return (request, _, next) => {
    // It is null where there is no body.
    if (request.is(type) === false) throw createError(415, `The body must be of type ${type}.`);
    next();
  };
}

/**
 * @param {string} allow the methods that a path has
 * @returns {express.RequestHandler} for all others
 */
function refuseMethod(allow) {
  return (request) => {
    throw createError(405, `${request.method} is not among ${allow}.`, {
      headers: { Allow: allow },
    });
  };
}

/**
 * @param {any} error
 * @param {express.Request} _
 * @param {express.Response} response
 * @param {express.NextFunction} __ tells Express that this handles errors
 */
function refuse(error, _, response, __) {
  if (response.headersSent || response.closed) {
    response.destroy();
    return;
  }
  const problem = problemOf(error);
  response
    .status(problem.status)
    .set(error.headers ?? {})
    .type(PROBLEM_TYPE)
    .json(problem);
}

module.exports = { createApp };
