/** Servers are told of services through relays of their own, or of none at all. */
'use strict';

const { once } = require('node:events');
const net = require('node:net');
const { VariantRun } = require('../../src/contracts');
const { Services } = require('../../src/services');

/** @typedef {import('../../src/contracts/load-contracts').Contract} Contract */
/** @typedef {import('../../src/contracts/load-contracts').ContractCase} ContractCase */
/** @typedef {import('../../src/services/services').Service} Service */

const SERVICE_URL = 'redis://127.0.0.1:1';
const RELAY_URL = '^redis://127[.]0[.]0[.]1:([0-9]{5})$';

const services = new Services(
  [
    {
      name: 'redis',
      variable: 'REDIS_URL',
      url: SERVICE_URL,
      notRun: null,
      source: 'environment',
      description: 'Redis',
    },
  ],
  async () => {},
);

/** @type {import('../../src/stacks/load-stacks').Variant} */
const variant = {
  id: 'node/telling',
  stack: {
    id: 'node/telling',
    language: 'node',
    description: 'tells',
    needs: {},
    workloads: [],
    variants: {},
    knownFailing: {},
    folder: __dirname,
    rootFolder: __dirname,
    command: ['node', 'telling-server.js'],
  },
  env: {},
  command: ['node', 'telling-server.js'],
  workloads: [],
  knownFailing: {},
};

/** @type {VariantRun} */
let running;

beforeEach(() => {
  process.env.REDIS_URL = SERVICE_URL;
  running = new VariantRun(variant, { services });
});

afterEach(async () => {
  delete process.env.REDIS_URL;
  await running.kill();
});

/**
 * @param {object} parts of a case
 * @returns {Promise<string[]>} what was wrong
 */
async function run(parts) {
  const { mismatches } = await result(parts);
  return mismatches.map(({ expected, actual }) => `${expected} | ${actual}`);
}

/** @param {object} parts of a case */
function result(parts) {
  const contractCase = /** @type {ContractCase} */ ({ id: 'small.it', description: '', ...parts });
  const contract = /** @type {Contract} */ ({
    workload: 'small',
    description: '',
    file: 'contracts/small.json',
    pages: {},
    service: 'redis',
    cases: [contractCase],
  });
  return running.run(contract, contractCase);
}

/** @param {string} pattern */
function told(pattern) {
  return { request: { path: '/told' }, response: { status: 200, body: { pattern } } };
}

/**
 * @param {object} [parts] of the case that asks
 * @returns {Promise<number>} the server's process
 */
async function pid(parts = {}) {
  const request = { path: '/pid' };
  const [mismatch] = await run({
    ...parts,
    request,
    response: { status: 200, body: { pattern: '^$' } },
  });
  return Number(/process (\d+)/.exec(mismatch)?.[1]);
}

/** @returns {Promise<number>} the port of the relay that the running server was told of */
async function relayPort() {
  const [mismatch] = await run(told('^$'));
  return Number(new RegExp(RELAY_URL.slice(1, -1)).exec(mismatch)?.[1]);
}

test('a server is told of a relay in the place of its service', async () => {
  expect(await run(told(RELAY_URL))).toEqual([]);
});

test('a server of a case without services is told of none, whatever stands in our environment', async () => {
  expect(await run({ ownServer: true, withoutServices: true, ...told('^nothing$') })).toEqual([]);
});

test('cases without services share a server, beside that of the others', async () => {
  const without = { ownServer: true, withoutServices: true };
  const first = await pid();
  const second = await pid(without);
  expect(second).not.toBe(first);
  expect([await pid(without), await pid()]).toEqual([second, first]);
});

test('the server that a case has started again is that of the next cases, with the same relay', async () => {
  const first = [await pid(), await relayPort()];
  expect(await run({ ownServer: true, steps: [{ restart: true }] })).toEqual([]);
  const second = [await pid(), await relayPort()];
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).toBe(first[1]);
  expect(await pid()).toBe(second[0]);
});

test('a server that a case has stopped gives its place to another', async () => {
  const first = await pid();
  const steps = [{ stop: { exitCode: 0, withinMillis: 5_000 } }];
  expect(await run({ ownServer: true, steps })).toEqual([]);
  expect(await pid()).not.toBe(first);
});

test('a server that a case has stopped is what the next one starts again, if it begins with that', async () => {
  const port = await relayPort();
  const stop = { stop: { exitCode: 0, withinMillis: 5_000 } };
  const again = [{ service: 'down' }, { restart: true }, { service: 'up' }];
  expect(await run({ ownServer: true, steps: [stop] })).toEqual([]);
  expect(await run({ ownServer: true, steps: again })).toEqual([]);
  expect(await relayPort()).toBe(port);
});

test('a server that a case could not stop well is not what the next one starts again', async () => {
  const port = await relayPort();
  const stop = { stop: { exitCode: 1, withinMillis: 5_000 } };
  expect(await run({ ownServer: true, steps: [stop] })).toHaveLength(1);
  expect(await run({ ownServer: true, steps: [{ restart: true }] })).toEqual([]);
  expect(await relayPort()).not.toBe(port);
});

test('a server that a case of steps has failed on gives its place to another', async () => {
  const first = await pid();
  expect(await run({ steps: [told('^$')] })).toHaveLength(1);
  expect(await pid()).not.toBe(first);
});

test('a case that fails while others have the CPU is asked again, of a server that it has not seen', async () => {
  let ticks = 0;
  const readTicks = () => ({ allTicks: (ticks += 100), stolenTicks: ticks });
  running = new VariantRun(variant, { services, machine: { readTicks, lookEveryMillis: 1 } });
  const first = await pid();
  const { stolenCpuShare } = await result({ steps: [told('^$')] });
  expect(stolenCpuShare).toBe(1);
  expect(await pid()).not.toBe(first);
});

test('the relays end with the server', async () => {
  const port = await relayPort();
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  await running.kill();
  await expect(once(net.connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});
