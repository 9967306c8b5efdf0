/** A server that tells of what it was told (`GET /told`: the URL of Redis), and which one it is (`GET /pid`). */
'use strict';

const http = require('node:http');

const server = http.createServer((request, response) => {
  if (request.url === '/health') response.end('{"status":"up"}');
  else if (request.url === '/pid') response.end(`process ${process.pid}`);
  else response.end(process.env.REDIS_URL ?? 'nothing');
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', () => server.close(() => process.exit(0)));
