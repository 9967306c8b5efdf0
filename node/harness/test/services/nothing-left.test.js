/** However the harness ends, no service outlives it: no process, no port, no folder, no container. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const net = require('node:net');
const path = require('node:path');
const { once } = require('node:events');
const { createInterface } = require('node:readline');
const { setTimeout: sleep } = require('node:timers/promises');
const { startServicesNow } = require('../../src/services');
const { houseWithoutServices, programs } = require('./a-house');

jest.setTimeout(30_000);

/** @type {string} */
let root;
/** @type {string} */
let temporary;

beforeEach(() => {
  root = houseWithoutServices();
  temporary = path.join(root, 'temporary');
  fs.mkdirSync(temporary);
});

afterEach(() => fs.rmSync(root, { recursive: true }));

/** @param {number} port */
function isOpen(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** @param {number} port */
async function expectNothingLeft(port) {
  const isLeft = async () => (await isOpen(port)) || fs.readdirSync(temporary).length > 0;
  for (let left = 150; left > 0 && (await isLeft()); left--) await sleep(20);
  expect(await isOpen(port)).toBe(false);
  expect(fs.readdirSync(temporary)).toEqual([]);
}

/** @param {'later' | 'now' | 'stops'} how it starts them, or that it stops them too */
function harnessWithServices(how) {
  const PATH = `${programs(root)}:/bin:/usr/bin`;
  return spawn(process.execPath, [path.join(__dirname, 'harness-with-services.js'), root, how], {
    env: { PATH, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test.each(
  /** @type {const} */ ([
    ['SIGKILL', 'waits'],
    ['SIGTERM', 'waits'],
    ['SIGINT', 'waits'],
    ['SIGKILL', 'cannot wait'],
    ['SIGINT', 'cannot wait'],
  ]),
)('after %s to a harness that %s for its services', async (signal, how) => {
  const harness = harnessWithServices(how === 'waits' ? 'later' : 'now');
  const [line] = await once(createInterface({ input: harness.stdout }), 'line');
  const [{ url, source }] = JSON.parse(String(line));
  expect(source).toMatch(/^(program|docker)$/);
  harness.kill(signal);
  await once(harness, 'exit');
  await expectNothingLeft(Number(new URL(url).port));
});

test('a harness that stops its services goes on', async () => {
  const [exitCode] = await once(harnessWithServices('stops'), 'exit');
  expect(exitCode).toBe(3);
  expect(fs.readdirSync(temporary)).toEqual([]);
});

describe('services that are started for code that cannot wait', () => {
  /** @type {NodeJS.ProcessEnv} */
  let before;

  beforeEach(() => {
    before = { ...process.env };
    delete process.env.REDIS_URL;
    Object.assign(process.env, { PATH: `${programs(root)}:/bin:/usr/bin`, TMPDIR: temporary });
  });

  afterEach(() => {
    for (const name of ['PATH', 'TMPDIR', 'REDIS_URL']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });

  test('are there at once, and end when they are stopped', async () => {
    const services = startServicesNow(['redis'], { root });
    const { url, description } = services.of('redis');
    expect(description).toMatch(/^Redis [\d.]+ \((program|docker)\)$/);
    const port = Number(new URL(String(url)).port);
    expect(await isOpen(port)).toBe(true);
    await services.stop();
    await expectNothingLeft(port);
  });

  test('are refused as others are', () => {
    process.env.REDIS_URL = 'http://127.0.0.1';
    expect(() => startServicesNow(['redis'], { root })).toThrow(
      'REDIS_URL (environment)\n  expected  redis://host:port or redis://host:port/db',
    );
    expect(fs.readdirSync(temporary)).toEqual([]);
  });
});

test('the watchdog removes the container of a harness that was killed', async () => {
  const socketPath = path.join(root, 'engine.sock');
  /** @type {string[]} */
  const asked = [];
  const engine = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(204).end();
  });
  engine.listen(socketPath);
  await once(engine, 'listening');
  const cleanup = JSON.stringify(require.resolve('../../src/stacks/cleanup'));
  const script = `require(${cleanup}).takeIntoCare({ container: { id: 'abc', socketPath: '${socketPath}' } });
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const harness = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(harness.stdout, 'data');
  harness.kill('SIGKILL');
  for (let left = 250; left > 0 && asked.length === 0; left--) await sleep(20);
  expect(asked).toEqual(['DELETE /containers/abc?force=true&v=true']);
  engine.close();
});
