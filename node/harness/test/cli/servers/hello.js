/**
 * A greeting that costs as much CPU time as a test wants (BURN_MICROS), and that is wrong as often as it wants (WRONG_EVERY).
 */
'use strict';

const http = require('node:http');

const { PORT, HOST, BURN_MICROS = '30', WRONG_EVERY = '0' } = process.env;
const burnMillis = Number(BURN_MICROS) / 1000;
const wrongEvery = Number(WRONG_EVERY);
let asked = 0;

const server = http.createServer((request, response) => {
  if (request.url === '/health') {
    response.end('{"status":"up"}');
    return;
  }
  const until = performance.now() + burnMillis;
  while (performance.now() < until);
  asked++;
  response.setHeader('Content-Type', 'text/plain');
  response.end(wrongEvery > 0 && asked % wrongEvery === 0 ? 'Hello Wurld!' : 'Hello World!');
});
server.listen(Number(PORT), HOST);
process.on('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
