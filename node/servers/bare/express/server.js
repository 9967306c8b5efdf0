// The getting-started server of Express, as its documentation has it, with a route for each workload.
'use strict';

const express = require('express');
const { client } = require('../cache');
const { hashOf } = require('../hash');

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

const app = express();
app.disable('x-powered-by');

app.get('/hello', (_, res) => {
  res.type('text').send('Hello World!');
});

app.get('/hash', (req, res) => {
  res.type('text').send(hashOf(String(req.query.input)));
});

app.get('/cache/:key', async (req, res) => {
  const value = await client.get(req.params.key);
  if (value === null) res.sendStatus(404);
  else res.type('text').send(value);
});

app.put('/cache/:key', express.text({ type: () => true }), async (req, res) => {
  await client.set(req.params.key, /** @type {string} */ (req.body));
  res.sendStatus(204);
});

app.get('/health', (_, res) => {
  res.json({ status: 'up' });
});

const server = app.listen(Number(PORT), HOST);
process.on('SIGTERM', () => server.close(() => process.exit(0)));
