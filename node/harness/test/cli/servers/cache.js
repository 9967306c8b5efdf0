/** A small server of the workload cache. FAULT says what it answers from memory: reads, or writes. */
'use strict';

const http = require('node:http');
const { createClient } = require('redis');

const { FAULT, HOST, PORT, REDIS_URL } = process.env;
const RECONNECT_MILLIS = 100;

/** @type {Map<string, string>} */
const memory = new Map();
const redis = createClient({
  url: REDIS_URL,
  disableOfflineQueue: true,
  socket: { reconnectStrategy: RECONNECT_MILLIS },
});
redis.on('error', () => {});
redis.connect().catch(() => {});

const server = http.createServer(async (request, response) => {
  try {
    await answer(request, response);
  } catch {
    problem(response, 503, 'Redis does not answer.');
  }
});

/**
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 */
async function answer(request, response) {
  const { method, url = '' } = request;
  if (url === '/health') return response.end('{"status":"up"}');
  if (method === 'PUT') {
    let value = '';
    for await (const chunk of request.setEncoding('utf8')) value += chunk;
    if (FAULT) memory.set(url, value);
    if (FAULT !== 'writes') await redis.set(url, value);
    return response.writeHead(204).end();
  }
  const value = FAULT ? memory.get(url) : await redis.get(url);
  if (typeof value !== 'string') return problem(response, 404, 'There is nothing.');
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  return response.end(value);
}

/**
 * @param {http.ServerResponse} response
 * @param {number} status
 * @param {string} detail
 */
function problem(response, status, detail) {
  response.writeHead(status, { 'Content-Type': 'application/problem+json' });
  response.end(JSON.stringify({ type: 'about:blank', title: 'Problem', status, detail }));
}

server.listen(Number(PORT), HOST);
process.on('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
