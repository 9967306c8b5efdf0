// The getting-started server of node:http, as Node's documentation has it, with a route for each workload.
'use strict';

const { createServer } = require('node:http');
const { client } = require('../cache');
const { hashOf } = require('../hash');

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

const server = createServer(async (request, response) => {
  if (request.url === '/hello') {
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('Hello World!');
  } else if (request.url?.startsWith('/hash?')) {
    const { searchParams } = new URL(request.url, 'http://localhost');
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(hashOf(searchParams.get('input') ?? ''));
  } else if (request.url?.startsWith('/cache/')) {
    const key = request.url.slice('/cache/'.length);
    if (request.method === 'PUT') {
      let value = '';
      for await (const chunk of request.setEncoding('utf8')) value += chunk;
      await client.set(key, value);
      response.writeHead(204);
      response.end();
    } else {
      const value = await client.get(key);
      response.writeHead(value === null ? 404 : 200, {
        'Content-Type': 'text/plain; charset=utf-8',
      });
      response.end(value);
    }
  } else if (request.url === '/health') {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"status":"up"}');
  } else {
    response.writeHead(404);
    response.end();
  }
});

server.listen(Number(PORT), HOST);
process.on('SIGTERM', () => server.close(() => process.exit(0)));
