/** What a service was asked, held against what was answered. */
'use strict';

const net = require('node:net');
const { countedSlice, serviceUrls } = require('../../src/instruments/service-use');

/** @type {any} */
const LOAD = {
  connections: 1,
  exchanges: [{ request: { method: 'PUT', path: '/a' } }, { request: { path: '/a' } }],
};

/** @type {net.Server} */
let listener;

beforeAll(
  () =>
    new Promise((resolve) => {
      listener = net.createServer((socket) => socket.destroy());
      listener.listen(0, '127.0.0.1', () => resolve(undefined));
    }),
);

afterAll(() => listener.close());

/**
 * @param {({ reads: number, writes: number } | null)[]} counts what it tells, one time after the other
 * @param {object} [more]
 * @returns {any} services of which one is Redis
 */
function services(counts, more = {}) {
  const { port } = /** @type {net.AddressInfo} */ (listener.address());
  const redis = {
    name: 'redis',
    variable: 'REDIS_URL',
    url: `redis://127.0.0.1:${port}`,
    source: 'program',
    description: 'Redis 7 (program)',
    notRun: null,
    ...more,
  };
  return { of: () => redis, counts: async () => counts.shift() };
}

/**
 * @param {number} puts
 * @param {number} gets
 * @param {number} [errors]
 */
function answered(puts, gets, errors = 0) {
  return {
    errors: { total: errors, kinds: {} },
    exchanges: [
      { name: 'PUT /a', responses: puts, right: puts },
      { name: 'GET /a', responses: gets, right: gets },
    ],
  };
}

/**
 * Two servers that are loaded at the same time.
 *
 * @param {any} running
 * @param {number} [errors] of the first
 */
function measure(running, errors = 0) {
  const slice = async () => [answered(2_000, 12_000, errors), answered(0, 345)];
  return countedSlice({ services: running, service: 'redis' }, LOAD, /** @type {any} */ (slice));
}

test('as many commands as answers are right', async () => {
  const { service, problem } = await measure(
    services([
      { reads: 5, writes: 7 },
      { reads: 12_350, writes: 2_007 },
    ]),
  );
  expect(problem).toBeNull();
  expect(service).toEqual({ description: 'Redis 7 (program)', reads: 12_345, writes: 2_000 });
});

test('more commands than answers are right: other clients ask too', async () => {
  const { problem } = await measure(
    services([
      { reads: 0, writes: 0 },
      { reads: 99_999, writes: 99_999 },
    ]),
  );
  expect(problem).toBeNull();
});

test.each([
  [12_333, 2_000, null],
  [12_332, 2_000, 'answered 12,345 GETs, but Redis 7 (program) was asked 12,332 times'],
  [17, 2_000, 'answered 12,345 GETs, but Redis 7 (program) was asked 17 times'],
  [12_345, 0, 'answered 2,000 PUTs, but Redis 7 (program) was asked 0 times'],
])('%i reads and %i writes: %s', async (reads, writes, expected) => {
  const { problem } = await measure(
    services([
      { reads: 0, writes: 0 },
      { reads, writes },
    ]),
  );
  expect(problem).toBe(expected);
});

test('a service that does not tell is no problem, and its counts are unknown', async () => {
  const { service, problem } = await measure(services([null, null]));
  expect(problem).toBeNull();
  expect(service).toEqual({ description: 'Redis 7 (program)', reads: null, writes: null });
});

test('a service that was started anew is told', async () => {
  const { problem } = await measure(
    services([
      { reads: 50_000, writes: 50_000 },
      { reads: 1, writes: 1 },
    ]),
  );
  expect(problem).toBe('Redis 7 (program) was started anew during the slice');
});

test('a stack that had errors is not accused: its service may have begun to count anew', async () => {
  const counts = [
    { reads: 0, writes: 0 },
    { reads: 17, writes: 17 },
  ];
  expect((await measure(services(counts), 1)).problem).toBeNull();
});

test('a service that died is named, and that this run had started it', async () => {
  const { samples, problem } = await measure(services([{ reads: 0, writes: 0 }, null]));
  expect(problem).toBe('Redis 7 (program), which this run had started, no longer answers');
  expect(samples).toHaveLength(2);
});

test('a service from the environment that died is not called ours', async () => {
  const died = services([{ reads: 0, writes: 0 }, null], { source: 'environment' });
  expect((await measure(died)).problem).toBe('Redis 7 (program) no longer answers');
});

test('no slice is measured when the service is gone before it', async () => {
  const gone = services([null], { url: 'redis://127.0.0.1:1' });
  await expect(measure(gone)).rejects.toThrow('no longer answers');
});

test('servers are told the addresses of the services that run, each under its own name', () => {
  const url = 'redis://127.0.0.1:7';
  const running = services([], { url });
  const none = services([], { url: null });
  /** @type {any[]} */
  const contracts = [{ workload: 'hello' }, { workload: 'cache', service: 'redis' }];
  expect(serviceUrls(running, contracts)).toEqual({ REDIS_URL: url });
  expect(serviceUrls(none, contracts)).toEqual({});
  expect(serviceUrls(null, contracts)).toEqual({});
});
