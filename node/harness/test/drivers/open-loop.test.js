/** The open loop against small servers whose latency and faults are known. */
'use strict';

const net = require('node:net');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const hdr = require('hdr-histogram-js');
const { EXCHANGES, answersAfter, freezes } = require('../../bench/known-servers');
const { schemaCheck } = require('../../src/input/schema');
const { runDriver, startDriver } = require('./run-driver');
const { closeServers, greet, listen, serve, sliceOf } = require('./serving');

jest.setTimeout(30_000);

const SCHEMA = path.join(__dirname, '../../../../contracts/schema/sample.schema.json');
const RATE = 500;

afterEach(closeServers);

/**
 * @param {string} url
 * @param {object} [more]
 */
function openSlice(url, more = {}) {
  return sliceOf(url, EXCHANGES, { ratePerSecond: RATE, ...more });
}

test('what was asked for is what is sent, and a sample obeys its schema', async () => {
  const url = await serve((_, response) => greet(response));
  const { samples, exitCode } = await runDriver(openSlice(url, { seconds: 1 }));
  const [sample] = samples;
  expect(exitCode).toBe(0);
  expect(schemaCheck(SCHEMA)(sample, 'sample')).toEqual([]);
  expect(sample).toMatchObject({ driver: 'undici', ratePerSecond: RATE, seconds: 1, items: null });
  expect(sample.errors).toEqual({ total: 0, kinds: {} });
  expect(Math.abs(sample.sentPerSecond / RATE - 1)).toBeLessThan(0.02);
  expect(sample.valid).toBe(sample.sentPerSecond);
  expect(sample.responses).toBeGreaterThan(sample.valid);
  expect(hdr.decodeFromCompressedBase64(sample.histogram).totalCount).toBe(sample.valid);
});

test('requests go out one by one, not in bursts', async () => {
  /** @type {number[]} */
  const arrivals = [];
  const url = await serve((_, response) => {
    arrivals.push(performance.now());
    greet(response);
  });
  await runDriver(openSlice(url, { seconds: 1 }));
  const gaps = arrivals.slice(1).map((at, index) => at - arrivals[index]);
  const median = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)];
  // In bursts most gaps are next to none.
  expect(median).toBeGreaterThan(1);
  expect(median).toBeLessThan(3);
});

test('a latency is that of the server, from when its request was due', async () => {
  const url = await listen(answersAfter(5));
  const load = { connections: 20, exchanges: EXCHANGES };
  const { samples } = await runDriver(openSlice(url, { seconds: 1, load }));
  const { p50 } = samples[0].latencyMicros;
  expect(p50).toBeGreaterThanOrEqual(5_000);
  expect(p50).toBeLessThan(10_000);
});

test('a freeze of 200 ms a second is in the p99 of the open loop, where a closed loop hides it', async () => {
  const url = await listen(freezes(200));
  const slice = openSlice(url, { seconds: 2 });
  const { samples } = await runDriver(slice, { ...slice, ratePerSecond: undefined });
  const [open, closed] = samples;
  expect(open.latencyMicros.p99).toBeGreaterThan(150_000);
  expect(closed.latencyMicros.p99).toBeLessThan(open.latencyMicros.p99 / 2);
  expect(closed).toMatchObject({ ratePerSecond: null, sentPerSecond: null, latenessMicros: null });
});

test('waiting for a connection is latency and not lateness', async () => {
  const url = await listen(answersAfter(20));
  const load = { connections: 1, exchanges: EXCHANGES };
  const { samples } = await runDriver(openSlice(url, { seconds: 1, load }));
  const { latencyMicros, latenessMicros, sentPerSecond } = samples[0];
  // One connection can do 50 a second of the 500 that are due.
  expect(sentPerSecond).toBeLessThan(60);
  expect(latencyMicros.p50).toBeGreaterThan(200_000);
  expect(latenessMicros.p50).toBeLessThan(20_000);
});

test('a driver that is starved says that it was late', async () => {
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
  const { latenessMicros, latencyMicros } = samples[0];
  expect(latenessMicros.p99).toBeGreaterThan(50_000);
  expect(latencyMicros.p99).toBeGreaterThanOrEqual(latenessMicros.p99 * 0.9);
});

test('a driver that has little to do neither is busy nor says so', async () => {
  const url = await serve((_, response) => greet(response));
  const { samples } = await runDriver(openSlice(url, { ratePerSecond: 50, seconds: 1 }));
  expect(samples[0].driverCpuShare).toBeLessThan(0.85);
  expect(samples[0].sentPerSecond).toBe(50);
});

test('one wrong body in ten is counted as an error and not as throughput', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    greet(response, requests++ % 10 === 3 ? 'Hello Wurld!' : undefined);
  });
  const { samples } = await runDriver(openSlice(url));
  const { errors, responses, valid } = samples[0];
  expect(errors.total).toBe(errors.kinds.body.count);
  expect(errors.total / responses).toBeCloseTo(0.1, 2);
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
  expect(samples[0].reconnects).toBeGreaterThan(10);
  expect(samples[0].valid).toBe(RATE * 0.4);
});

test('a connection that the server closes between requests is opened again, without an error', async () => {
  const url = await serve((request, response) => {
    greet(response);
    // The next request on it is due in 80 ms.
    setTimeout(() => request.socket.destroy(), 5);
  });
  const { samples } = await runDriver(openSlice(url, { ratePerSecond: 50, seconds: 1 }));
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].valid).toBe(50);
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

test('a server that is not there gives errors, and nothing is sent', async () => {
  const { samples } = await runDriver(openSlice('http://127.0.0.1:1'));
  expect(samples[0]).toMatchObject({ valid: 0, responses: 0, sentPerSecond: 0 });
  expect(samples[0].errors.kinds.connection.examples[0]).toContain('ECONNREFUSED');
});

test('a rate that is none is refused', async () => {
  const { stderr, exitCode } = await runDriver(openSlice('http://127.0.0.1:1', { ratePerSecond: 0 }));
  expect(exitCode).toBe(2);
  expect(stderr).toContain('/ratePerSecond: expected a number of more than 0');
});
