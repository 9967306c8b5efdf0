/**
 * A greeting that costs as much CPU time as a test wants (BURN_MICROS), and that is wrong as often as it wants (WRONG_EVERY).
 * Only the first process burns what FIRST_BURN_MICROS says: it marks that it was there in a file beside it.
 */
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');

const { PORT, HOST, BURN_MICROS = '30', FIRST_BURN_MICROS, WRONG_EVERY = '0' } = process.env;
const burnMillis = Number(FIRST_BURN_MICROS && isFirst() ? FIRST_BURN_MICROS : BURN_MICROS) / 1000;
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

function isFirst() {
  const mark = path.join(__dirname, 'was-here');
  const was = fs.existsSync(mark);
  fs.writeFileSync(mark, '');
  return !was;
}
