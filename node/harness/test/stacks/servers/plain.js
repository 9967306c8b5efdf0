/** A server that is up, and misbehaves in one way when the environment says so. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');

const { FAULT = '', HOST, PORT } = process.env;

if (FAULT === 'exits') {
  console.error('no such option');
  process.exit(3);
}
if (FAULT === 'litters') fs.writeFileSync(path.join(os.tmpdir(), 'left.txt'), '');
if (FAULT === 'has-child') spawn('sleep', ['600'], { stdio: 'ignore' });

const server = http.createServer((_request, response) => {
  const status = FAULT === 'never-up' ? 503 : 200;
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ status: FAULT === 'never-up' ? 'starting' : 'up' }));
});
if (FAULT !== 'never-listens') server.listen(Number(PORT), HOST);
else setInterval(() => {}, 1_000);

process.on('SIGTERM', () => {
  if (FAULT !== 'ignores-sigterm') process.exit(FAULT === 'exits-with-1' ? 1 : 0);
});
