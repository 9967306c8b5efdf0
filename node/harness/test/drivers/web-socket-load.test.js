/** The WebSocket driver against small echo servers whose faults are known. */
'use strict';

const { WebSocketServer } = require('ws');
const { runDriver } = require('./run-driver');

jest.setTimeout(30_000);

const ECHO = {
  path: '/echo',
  messages: [{ text: 'Hello World!' }, { base64: 'AP+ACg==' }, { fill: { bytes: 4096, byte: 97 } }],
};

/** @type {WebSocketServer | undefined} */
let server;

afterEach(() => {
  for (const client of server?.clients ?? []) client.terminate();
  server?.close();
});

/**
 * @param {(data: Buffer, isBinary: boolean, answer: (data: Buffer, binary: boolean) => void,
 *   socket: import('ws').WebSocket) => void} onMessage
 * @returns {Promise<any>} a specification
 */
function echoServer(onMessage) {
  const echo = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/echo' });
  server = echo;
  echo.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      const answer = (/** @type {Buffer} */ bytes, /** @type {boolean} */ binary) =>
        socket.send(bytes, { binary });
      onMessage(/** @type {Buffer} */ (data), isBinary, answer, socket);
    });
  });
  return new Promise((resolve) => {
    echo.once('listening', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (echo.address());
      const load = { connections: 4, echo: ECHO };
      resolve({ url: `http://127.0.0.1:${port}`, seconds: 0.4, load });
    });
  });
}

test('messages that come back as they went count as throughput', async () => {
  const slice = await echoServer((data, isBinary, answer) => answer(data, isBinary));
  // Long enough for so many, though the machine stands still for a while.
  const { samples, exitCode } = await runDriver({ ...slice, seconds: 2 });
  expect(exitCode).toBe(0);
  expect(samples[0].driver).toBe('ws');
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].valid).toBeGreaterThan(100);
  expect(samples[0]).toMatchObject({ sentPerSecond: null, latenessMicros: null });
});

test('messages of every form of length arrive as they are', async () => {
  const slice = await echoServer((data, isBinary, answer) => answer(data, isBinary));
  const lengths = [1, 125, 126, 65_535, 65_536];
  const messages = lengths.map((bytes) => ({ fill: { bytes, byte: 97 } }));
  const load = { connections: 2, echo: { path: '/echo', messages } };
  // Long enough for so many, though the machine stands still for a while.
  const { samples } = await runDriver({ ...slice, load, seconds: 2 });
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].valid).toBeGreaterThan(lengths.length);
});

test('binary that comes back as text is an error and not throughput', async () => {
  const slice = await echoServer((data, _isBinary, answer) =>
    answer(Buffer.from(`${data}`), false),
  );
  const { samples } = await runDriver(slice);
  const { errors, responses } = samples[0];
  expect(errors.kinds.message.count / responses).toBeCloseTo(2 / 3, 1);
  expect(errors.kinds.message.examples[0]).toMatch(/^expected binary of 4 bytes .* got text of/);
});

test('latencies are in microseconds', async () => {
  const slice = await echoServer((data, isBinary, answer) => {
    setTimeout(() => answer(data, isBinary), 5);
  });
  const { samples } = await runDriver({ ...slice, seconds: 0.8 });
  expect(samples[0].latencyMicros.p50).toBeGreaterThan(4_900);
  // In nanoseconds it would be millions.
  expect(samples[0].latencyMicros.p50).toBeLessThan(1_000_000);
});

test('in the open loop messages go out at the rate asked for, and count from when they were due', async () => {
  const slice = await echoServer((data, isBinary, answer) => {
    setTimeout(() => answer(data, isBinary), 5);
  });
  const off = [];
  // A machine that others share may stand still in one slice.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const { samples } = await runDriver({ ...slice, ratePerSecond: 200, seconds: 1 });
    const [sample] = samples;
    expect(sample.errors).toEqual({ total: 0, kinds: {} });
    expect(sample).toMatchObject({ driver: 'ws', ratePerSecond: 200 });
    expect(sample.latencyMicros.p50).toBeGreaterThan(4_900);
    off.push(Math.abs(sample.sentPerSecond / 200 - 1));
  }
  expect(Math.min(...off)).toBeLessThan(0.02);
});

test('in the open loop messages that wait for a connection count from when they were due', async () => {
  const slice = await echoServer((data, isBinary, answer) => {
    setTimeout(() => answer(data, isBinary), 20);
  });
  const load = { ...slice.load, connections: 1 };
  const pace = { ratePerSecond: 500, rampSeconds: 0 };
  const { samples } = await runDriver({ ...slice, load, ...pace });
  expect(samples[0].sentPerSecond).toBeLessThan(250);
  expect(samples[0].latencyMicros.p50).toBeGreaterThan(40_000);
});

test('a message that echoes none is an error', async () => {
  const slice = await echoServer((data, isBinary, answer) => {
    answer(data, isBinary);
    answer(data, isBinary);
  });
  const { samples } = await runDriver({ ...slice, ratePerSecond: 50 });
  expect(samples[0].errors.kinds.message.examples[0]).toBe('/echo: a message that echoes none');
});

test('a connection that the server closes is an error', async () => {
  let messages = 0;
  const slice = await echoServer((data, isBinary, answer, socket) => {
    if (++messages === 10) socket.terminate();
    else answer(data, isBinary);
  });
  const { samples } = await runDriver(slice);
  expect(samples[0].errors.total).toBe(1);
  expect(samples[0].errors.kinds.connection.examples).toEqual([
    '/echo: the server closed the connection (1006)',
  ]);
});

test('a message that never comes back is an error', async () => {
  let messages = 0;
  const slice = await echoServer((data, isBinary, answer) => {
    if (++messages !== 10) answer(data, isBinary);
  });
  const { samples } = await runDriver({ ...slice, timeoutSeconds: 1 });
  expect(samples[0].errors).toEqual({
    total: 1,
    kinds: { timeout: { count: 1, examples: ['/echo: no echo within 1 s'] } },
  });
});

test('a server without an echo gives errors', async () => {
  const slice = await echoServer(() => {});
  const elsewhere = { ...slice.load.echo, path: '/nowhere' };
  const { samples } = await runDriver({ ...slice, load: { connections: 2, echo: elsewhere } });
  expect(samples[0].valid).toBe(0);
  expect(samples[0].errors.kinds.connection.examples[0]).toContain('400');
});
