/** The steps that take a service or the server itself away, with a server and a service within the test. */
'use strict';

const { once } = require('node:events');
const http = require('node:http');
const net = require('node:net');
const { runCase } = require('../../src/contracts');
const { NotStarted } = require('../../src/stacks');
const { openRelay } = require('../../src/services');
const { smallServer } = require('./small-server');

/** @typedef {import('../../src/contracts/load-contracts').ContractCase} ContractCase */
/** @typedef {import('../../src/services/relay').Relay} Relay */
/** @typedef {import('../../src/stacks/server').Server} Server */

const PATIENCE_MILLIS = 150;

/** @type {Awaited<ReturnType<typeof smallServer>>} */
let small;
/** @type {net.Server} says back whatever it is told */
let service;
/** @type {Relay} */
let relay;
/** @type {http.Server} asks the service over a connection of its own for each request, and keeps those of `/keeps` */
let asking;
/** @type {net.Socket[]} */
const kept = [];

beforeAll(async () => {
  small = await smallServer();
  service = net.createServer((socket) => socket.on('error', () => {}).pipe(socket));
  relay = await openRelay(`redis://127.0.0.1:${await listening(service)}`);
  asking = http.createServer(async (request, response) => {
    response.writeHead((await isAnswered(request.url === '/keeps')) ? 200 : 503).end();
  });
  await listening(asking);
});

afterAll(async () => {
  asking.closeAllConnections();
  asking.close();
  await relay.close();
  service.close();
  await small.close();
});

afterEach(() => {
  for (const socket of kept.splice(0)) socket.destroy();
});

/**
 * @param {net.Server} server
 * @returns {Promise<number>} the port
 */
async function listening(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

/** @param {net.Server} server */
function portOf(server) {
  return /** @type {net.AddressInfo} */ (server.address()).port;
}

/** @param {boolean} keeps whether the connection is kept */
async function isAnswered(keeps) {
  const { hostname, port } = new URL(relay.url);
  const socket = net.connect(Number(port), hostname);
  try {
    socket.write('are you there?');
    await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MILLIS) });
    if (keeps) kept.push(socket.on('error', () => {}));
    return true;
  } catch {
    return false;
  } finally {
    if (!keeps) socket.destroy();
  }
}

/** @returns {Server} the one that asks the service */
function askingServer() {
  return Object.assign(Object.create(small.server), { port: portOf(asking) });
}

/**
 * @param {object} parts of a case
 * @param {import('../../src/contracts/run-case').CaseOptions} [options]
 * @param {Server} [server]
 */
function run(parts, options = {}, server = askingServer()) {
  const contractCase = /** @type {ContractCase} */ ({ id: 'small.it', description: '', ...parts });
  const contract = {
    workload: 'small',
    description: '',
    file: 'contracts/small.json',
    pages: {},
    service: /** @type {const} */ ('redis'),
    cases: [contractCase],
  };
  const relays = new Map([[contract.service, relay]]);
  return runCase(server, contract, contractCase, {
    relays,
    timeoutMillis: 1_000,
    ...options,
  });
}

const asks = (/** @type {number} */ status, path = '/') => ({
  request: { path },
  response: { status },
});

test('a service goes down, falls silent and comes back', async () => {
  const steps = [
    asks(200),
    { service: 'down' },
    asks(503),
    { service: 'up' },
    asks(200),
    { service: 'silent' },
    asks(503),
    { service: 'up' },
    asks(200),
  ];
  expect((await run({ steps })).mismatches).toEqual([]);
});

test.each(['down', 'silent'])('a service that is %s is back when the case ends', async (state) => {
  const failing = await run({ steps: [{ service: state }, asks(200)] });
  expect(failing.mismatches).toEqual([
    expect.objectContaining({ step: '2 of 2: GET /', actual: '503' }),
  ]);
  expect((await run(asks(200))).status).toBe('pass');
});

test('connections are counted since the case began', async () => {
  const three = Array.from({ length: 3 }, () => asks(200, '/keeps'));
  const { mismatches } = await run({ steps: [...three, { serviceConnectionsMax: 2 }] });
  expect(mismatches).toEqual([
    {
      step: '4 of 4: at most 2 connections to the service',
      pointer: '/cases/0/steps/3/serviceConnectionsMax',
      what: 'connections to the service since the case began',
      expected: 'at most 2',
      actual: '3',
    },
  ]);
  for (const socket of kept.splice(0)) socket.destroy();
  while (relay.connections > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await run({ steps: [asks(200), { serviceConnectionsMax: 1 }] })).status).toBe('pass');
});

describe('a restart', () => {
  const steps = [
    asks(200),
    { restart: true },
    { request: { path: '/a' }, response: { status: 200, body: { text: 'letter a' } } },
  ];

  /**
   * @param {object} [parts] how it stops
   * @returns {Server}
   */
  function stopping(parts = {}) {
    const stopped = { exitCode: 0, signal: null, millis: 1, leftBehind: [], ...parts };
    return Object.assign(askingServer(), { stop: async () => stopped });
  }

  test('puts another server in place', async () => {
    const startAgain = async () => small.server;
    const { mismatches } = await run({ ownServer: true, steps }, { startAgain }, stopping());
    expect(mismatches).toEqual([]);
  });

  test('fails when the server ends badly, and starts no other', async () => {
    const startAgain = jest.fn(async () => small.server);
    const badly = stopping({ exitCode: 1, leftBehind: ['temporary file x'] });
    const { mismatches } = await run({ ownServer: true, steps }, { startAgain }, badly);
    expect(mismatches).toEqual([
      expect.objectContaining({ expected: 'exit code 0', actual: 'exit code 1' }),
      expect.objectContaining({ what: 'left behind', actual: 'temporary file x' }),
    ]);
    expect(startAgain).not.toHaveBeenCalled();
  });

  test('fails when the server does not start again', async () => {
    const startAgain = async () => {
      const dead = /** @type {Server} */ ({ id: 'node/small', lastOutput: () => 'no service' });
      throw new NotStarted(dead, 'ended before it was ready', 'a running server', 'exit code 1');
    };
    const { mismatches } = await run({ ownServer: true, steps }, { startAgain }, stopping());
    expect(mismatches).toEqual([
      expect.objectContaining({
        step: '2 of 3: restart',
        pointer: '/cases/0/steps/1/restart',
        expected: 'a server that starts again',
        actual: expect.stringMatching(/ended before it was ready[^]*exit code 1[^]*no service/),
      }),
    ]);
  });

  test('is refused of a server that was only given', async () => {
    await expect(run({ ownServer: true, steps }, {}, stopping())).rejects.toThrow(
      'node/small was given, and nobody here knows how it is started again',
    );
  });
});
