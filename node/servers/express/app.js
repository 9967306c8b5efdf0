// The application of node/express: Express 5, routes and an error handler as its guide has them.
'use strict';

const { pipeline } = require('node:stream/promises');
const express = require('express');
const {
  HEALTH,
  HELLO,
  discardRest,
  hash,
  htmx,
  problemOf,
  queryOf,
  refusalOf,
  upgradeRequired,
} = require('@loadline/workloads');

/**
 * @typedef {import('express').Request} Request
 * @typedef {import('express').Response} Response
 */

/** @param {import('@loadline/workloads').Work} work */
function createApp({ cache, fibonacci, messages, records, streams, todos, uploads }) {
  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  // The work reads its queries itself, more strictly.
  app.set('query parser', false);

  app.get('/hello', (_, response) => {
    sendText(response, HELLO);
  });

  app.get('/hash', (request, response) => {
    sendText(response, hash(query(request)));
  });

  app.get('/fibonacci', async (request, response) => {
    sendText(response, await fibonacci.answer(query(request), response));
  });

  app.put('/upload', async (request, response) => {
    response.json(await uploads.receive(request));
  });

  app.get('/', (_, response) => {
    response.send(todos.page());
  });

  app
    .route('/todos')
    .get((request, response) => {
      response.send(todos.table(query(request)));
    })
    .post(async (request, response) => {
      const { location, table } = await todos.add(request);
      response.status(201).location(location).send(table);
    });

  app
    .route('/todos/:id')
    .get((request, response) => {
      response.send(todos.single(request.params.id));
    })
    .put(async (request, response) => {
      response.send(await todos.change(request.params.id, request));
    })
    .delete((request, response) => {
      response.send(todos.remove(request.params.id));
    });

  app
    .route('/cache/:key')
    .get(async (request, response) => {
      sendText(response, await cache.get(request.params.key));
    })
    .put(async (request, response) => {
      await cache.put(request.params.key, request);
      response.status(204).end();
    });

  app.post('/records', async (request, response) => {
    const { location, record } = await records.add(request);
    response.status(201).location(location).type('json').send(record);
  });

  app.get('/records/:id', async (request, response) => {
    response.type('json').send(await records.one(request.params.id));
  });

  app.post('/messages', async (request, response) => {
    const { location, message } = await messages.add(request);
    response.status(201).location(location).type('json').send(message);
  });

  app.get('/messages/:id', async (request, response) => {
    response.type('json').send(await messages.one(request.params.id));
  });

  app
    .route('/stream')
    .head((request, response) => {
      streams.check(query(request));
      response.set('Content-Type', 'application/x-ndjson').end();
    })
    .get(async (request, response) => {
      const items = await streams.open(query(request));
      response.set('Content-Type', 'application/x-ndjson');
      await pipeline(items, response);
    });

  app.get('/stream/:id/signals', async (request, response) => {
    response.type('json').send(await streams.signals(request.params.id));
  });

  app.get('/echo', (_, response) => {
    throw upgradeRequired(response);
  });

  app.get('/health', (_, response) => {
    response.type('json').send(HEALTH);
  });

  app.get('/htmx.min.js', (_, response) => {
    response.type('text/javascript; charset=utf-8').send(htmx);
  });

  app.use((request) => {
    throw refusalOf(request.method, request.path);
  });
  app.use(refuse);
  return app;
}

/** @param {Request} request */
const query = (request) => queryOf(request.url);

/**
 * Sends a buffer, because Express would work out the charset of a text once more.
 * @param {Response} response
 * @param {string} text
 */
function sendText(response, text) {
  response.type('text').send(Buffer.from(text));
}

/**
 * @param {unknown} error
 * @param {Request} request
 * @param {Response} response
 * @param {express.NextFunction} _ tells Express that this handles errors
 */
function refuse(error, request, response, _) {
  const problem = problemOf(error);
  if (!problem || response.headersSent) {
    response.destroy();
    return;
  }
  discardRest(request);
  // A buffer, because Express adds a charset to the type of a text.
  response.status(problem.status).set(problem.headers).send(Buffer.from(problem.body));
}

module.exports = { createApp };
