/** Builds small houses in a temporary folder, with servers that behave as a test needs them to. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const SCHEMAS = path.resolve(__dirname, '../../../../contracts/schema');
const TEXT = { status: 200, contentType: 'text/plain', body: { text: 'Hello World!' } };

/**
 * Writes a line into `marks` of the house for each path that is asked for the first time. FAULT says what
 * it does wrong: answers wrongly, never gets ready, or keeps /hold waiting.
 */
const SERVER = `'use strict';
const fs = require('node:fs');
const http = require('node:http');
const { FAULT, MARKS, PORT, HOST } = process.env;
const seen = new Set();
fs.appendFileSync(MARKS, 'port ' + PORT + '\\n');
fs.writeFileSync(require('node:path').join(process.env.TMPDIR, 'scratch'), 'x');
const server = http.createServer((request, response) => {
  if (!seen.has(request.url)) fs.appendFileSync(MARKS, request.url + '\\n');
  seen.add(request.url);
  if (request.url === '/health') {
    response.statusCode = FAULT === 'never ready' ? 503 : 200;
    return response.end('{"status":"up"}');
  }
  if (request.url === '/hold') return;
  response.setHeader('Content-Type', 'text/plain');
  response.end(FAULT === 'wrong' ? 'Hello \\u001b[31mWurld!' : 'Hello World!');
});
server.listen(Number(PORT), HOST);
process.on('SIGTERM', () => {
  fs.rmSync(require('node:path').join(process.env.TMPDIR, 'scratch'));
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
`;

/**
 * @typedef {object} HouseOptions
 * @property {Record<string, any>} [stack] more of the first stack's stack.json
 * @property {Record<string, any>[]} [others] further stacks
 * @property {boolean} [hold] whether a case waits for an answer that does not come
 */

/**
 * @typedef {object} House
 * @property {string} root
 * @property {string} temporary the folder that temporary files go to
 * @property {string} marks the file that tells what the server was asked
 * @property {() => void} remove
 */

/**
 * @param {HouseOptions} [options]
 * @returns {House}
 */
function buildHouse({ stack = {}, others = [], hold = false } = {}) {
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'house-'));
  const marks = path.join(root, 'marks');
  fs.mkdirSync(path.join(root, 'temporary'));
  fs.mkdirSync(path.join(root, 'contracts'));
  fs.symlinkSync(SCHEMAS, path.join(root, 'contracts/schema'));
  writeJson(root, 'contracts/workloads.json', ['hello']);
  writeJson(root, 'contracts/hello.json', contract(hold));
  const stacks = [stack, ...others].map((more, at) => ({ ...declared(at, marks), ...more }));
  writeJson(
    root,
    'node/servers/stacks.json',
    stacks.map((_, at) => String(at)),
  );
  for (const [at, each] of stacks.entries()) {
    writeJson(root, `node/servers/${at}/stack.json`, each);
    fs.writeFileSync(path.join(root, `node/servers/${at}/server.js`), SERVER);
  }
  const remove = () => fs.rmSync(root, { recursive: true, force: true });
  return { root, marks, temporary: path.join(root, 'temporary'), remove };
}

/** @param {boolean} hold */
function contract(hold) {
  const waiting = {
    id: 'hello.hold',
    description: 'answers some day',
    timeoutMillis: 60_000,
    request: { path: '/hold' },
    response: TEXT,
  };
  const greeting = {
    id: 'hello.get',
    description: 'greets',
    request: { path: '/checked' },
    response: TEXT,
  };
  return {
    schemaVersion: '1.0',
    workload: 'hello',
    description: 'A greeting',
    cases: hold ? [greeting, waiting] : [greeting],
    load: { connections: 2, exchanges: [{ request: { path: '/loaded' }, response: TEXT }] },
  };
}

/**
 * @param {number} at
 * @param {string} marks
 */
function declared(at, marks) {
  return {
    id: `node/${['first', 'second', 'third'][at]}`,
    language: 'node',
    description: 'A server of this test',
    command: ['env', `MARKS=${marks}`, process.execPath, 'server.js'],
    workloads: ['hello'],
  };
}

/**
 * @param {string} root
 * @param {string} file
 * @param {any} value
 */
function writeJson(root, file, value) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), JSON.stringify(value));
}

/**
 * @param {string} marks
 * @param {string} fault
 * @returns {string[]} a command whose server has the fault
 */
function faulty(marks, fault) {
  return ['env', `MARKS=${marks}`, `FAULT=${fault}`, process.execPath, 'server.js'];
}

module.exports = { buildHouse, faulty };
