/** The open loop against small servers whose faults are known. */
'use strict';

const net = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');
const { EXCHANGES } = require('../../bench/known-servers');
const { runDriver, startDriver } = require('./run-driver');
const { closeServers, greet, listen, serve, sliceOf } = require('./serving');

jest.setTimeout(30_000);

const RATE = 500;

afterEach(closeServers);

/**
 * @param {string} url
 * @param {object} [more]
 */
function openSlice(url, more = {}) {
  return sliceOf(url, EXCHANGES, { ratePerSecond: RATE, ...more });
}

test('a driver that is starved says that it was late, and how often', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests++;
    greet(response);
  });
  const { pid, ended } = startDriver(openSlice(url, { seconds: 2 }));
  while (requests === 0) await sleep(10);
  for (let times = 0; times < 6; times++) {
    await sleep(150);
    process.kill(pid, 'SIGSTOP');
    await sleep(100);
    process.kill(pid, 'SIGCONT');
  }
  const { samples } = await ended;
  const { latenessMicros, lateSends, valid } = samples[0];
  expect(latenessMicros.p99).toBeGreaterThan(50_000);
  expect(lateSends / valid).toBeGreaterThan(0.2);
});

test('one wrong body in ten is counted as an error and not as throughput', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    greet(response, requests++ % 10 === 3 ? 'Hello Wurld!' : undefined);
  });
  const { samples } = await runDriver(openSlice(url));
  const { errors, responses, valid } = samples[0];
  expect(errors.total).toBe(errors.kinds.body.count);
  expect(errors.total / responses).toBeCloseTo(0.1, 1);
  expect(valid).toBeLessThanOrEqual(responses - errors.total);
  expect(errors.kinds.body.examples[0]).toBe(
    'GET /hello: expected "Hello World!" (12 bytes), got "Hello Wurld!" (12 bytes)',
  );
});

test('a connection that the server announces to close is opened again, without an error', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    if (++requests % 7 === 0) response.setHeader('Connection', 'close');
    greet(response);
  });
  const { samples } = await runDriver(openSlice(url));
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].reconnects).toBeGreaterThan(2);
  expect(samples[0].valid).toBeGreaterThan(20);
});

test('a connection that is closed in the middle of an answer is an error, and the next answer is not', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    if (++requests % 5 !== 0) return greet(response);
    response.writeHead(200, { 'Content-Length': '12', 'Content-Type': 'text/plain' });
    response.write('Hello');
    setTimeout(() => response.destroy(), 1);
  });
  const { samples } = await runDriver(openSlice(url));
  const { errors, responses, valid } = samples[0];
  expect(Object.keys(errors.kinds)).toEqual(['connection']);
  expect(errors.kinds.connection.examples[0]).toContain('in the middle of its answer');
  expect(errors.total / (responses + errors.total)).toBeCloseTo(0.2, 1);
  expect(valid).toBeGreaterThan(10);
});

test('an answer that is no HTTP is an error, and does not hold the slice up', async () => {
  const url = await listen(
    net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => void socket.write('HTTP?\r\n\r\n'));
    }),
  );
  const { samples } = await runDriver(openSlice(url));
  expect(samples[0].valid).toBe(0);
  expect(samples[0].errors.kinds.protocol.count).toBeGreaterThan(10);
});

test('a server that never answers gives an error for each connection that waits, and an end', async () => {
  const url = await serve(() => {});
  const { samples } = await runDriver(openSlice(url, { timeoutSeconds: 1 }));
  expect(samples[0].valid).toBe(0);
  expect(samples[0].errors).toMatchObject({ total: 4, kinds: { timeout: { count: 4 } } });
  expect(samples[0].errors.kinds.timeout.examples[0]).toBe(
    'GET /hello: no whole answer within 1 s',
  );
});

test('a server that is not there gives errors and ends early, and nothing is sent', async () => {
  const { samples } = await runDriver(openSlice('http://127.0.0.1:1', { seconds: 30 }));
  expect(samples[0]).toMatchObject({ valid: 0, responses: 0, sentPerSecond: 0 });
  expect(samples[0].errors.kinds.connection.examples[0]).toContain('ECONNREFUSED');
});

test('a rate that is none is refused', async () => {
  const { stderr, exitCode } = await runDriver(
    openSlice('http://127.0.0.1:1', { ratePerSecond: 0 }),
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain('/ratePerSecond: expected a number of more than 0');
});
