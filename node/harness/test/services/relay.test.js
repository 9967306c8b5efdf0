/** A relay takes a service away and brings it back, and neither loses nor invents a byte. */
'use strict';

const net = require('node:net');
const { once } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');
const { openRelay } = require('../../src/services');

const MEBIBYTE = 1024 * 1024;
/** Long enough for bytes on loopback to be there, if they are on their way. */
const MOMENT_MILLIS = 100;

/** @type {net.Server} */
let service;
/** @type {string} what all clients together have sent to the service */
let heard;
/** @type {number} connections that the service has seen */
let seen;
/** @type {import('../../src/services/relay').Relay} */
let relay;
/** @type {net.Socket[]} */
let clients;

beforeEach(async () => {
  heard = '';
  seen = 0;
  clients = [];
  service = net.createServer((socket) => {
    seen++;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard += bytes;
      socket.write(bytes);
    });
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (service.address());
  relay = await openRelay(`mysql://me:p%40ss@127.0.0.1:${port}/house?x=1`);
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  await relay.close();
  service.close();
});

/** @returns {number} */
function relayPort() {
  return Number(new URL(relay.url).port);
}

/** @returns {Promise<net.Socket & { text: string }>} a client that keeps what it receives */
async function connect() {
  const socket = net.connect({ port: relayPort(), host: '127.0.0.1' });
  const client = Object.assign(socket, { text: '' });
  clients.push(client);
  client.setEncoding('utf8').on('data', (text) => (client.text += text));
  await once(client, 'connect');
  // What is done to it later is no mistake of the test.
  client.on('error', () => {});
  return client;
}

/** @param {() => boolean} condition */
async function until(condition) {
  for (let left = 250; left > 0 && !condition(); left--) await sleep(20);
  expect(condition()).toBe(true);
}

/** @param {net.Socket} client */
async function untilClosed(client) {
  await until(() => client.closed);
}

test('has the URL of the service but for host and port', () => {
  const url = new URL(relay.url);
  expect(url.hostname).toBe('127.0.0.1');
  expect(relay.url.replace(/:\d+\//, ':0/')).toBe('mysql://me:p%40ss@127.0.0.1:0/house?x=1');
  expect(relayPort()).not.toBe(/** @type {net.AddressInfo} */ (service.address()).port);
});

test('needs a URL that names the port, and does not repeat one that does not', async () => {
  await expect(openRelay('redis://:secret@127.0.0.1')).rejects.toThrow(
    'a relay needs a URL that names the port',
  );
  await expect(openRelay('redis://:secret@127.0.0.1')).rejects.not.toThrow('secret');
});

test('passes bytes in both directions', async () => {
  const client = await connect();
  client.write('hello');
  await until(() => client.text === 'hello');
  expect(heard).toBe('hello');
});

test('tells a client that the service has closed its connection', async () => {
  service.once('connection', (socket) => socket.once('data', () => socket.end('bye')));
  const client = await connect();
  client.write('x');
  await untilClosed(client);
  expect(client.text).toContain('bye');
});

test('ends the connection of a client when the service itself is away', async () => {
  service.close();
  const client = await connect();
  await untilClosed(client);
  expect(client.text).toBe('');
});

describe('down', () => {
  test('ends every connection, and refuses new ones', async () => {
    const client = await connect();
    client.write('x');
    await until(() => client.text === 'x');
    await relay.down();
    await untilClosed(client);
    expect(relay.connections).toBe(0);
    await expect(connect()).rejects.toThrow('ECONNREFUSED');
  });

  test('is over with up, on the same port', async () => {
    const port = relayPort();
    await relay.down();
    await relay.up();
    expect(relayPort()).toBe(port);
    const client = await connect();
    client.write('again');
    await until(() => client.text === 'again');
  });

  test('can come after silent, and what was held is gone', async () => {
    await relay.silent();
    const client = await connect();
    client.write('lost');
    await sleep(MOMENT_MILLIS);
    await relay.down();
    await relay.up();
    await untilClosed(client);
    await sleep(MOMENT_MILLIS);
    expect(heard).toBe('');
  });
});

describe('silent', () => {
  test('keeps connections and passes nothing until up, in either direction', async () => {
    const old = await connect();
    old.write('before;');
    await until(() => old.text === 'before;');
    await relay.silent();
    const fresh = await connect();
    old.write('old;');
    fresh.write('fresh;');
    await sleep(MOMENT_MILLIS);
    expect([heard, old.text, fresh.text]).toEqual(['before;', 'before;', '']);
    await relay.up();
    await until(() => old.text === 'before;old;' && fresh.text === 'fresh;');
    expect(heard).toHaveLength('before;old;fresh;'.length);
  });

  test('holds what the service says', async () => {
    /** @type {net.Socket | null} */
    let socket = null;
    service.once('connection', (connection) => (socket = connection));
    const client = await connect();
    await until(() => socket !== null);
    await relay.silent();
    /** @type {net.Socket} */ (/** @type {unknown} */ (socket)).end('late');
    await sleep(MOMENT_MILLIS);
    expect([client.text, client.closed]).toEqual(['', false]);
    await relay.up();
    await until(() => client.text === 'late');
    await untilClosed(client);
  });

  test('takes connections when it comes after down', async () => {
    await relay.down();
    await relay.silent();
    const client = await connect();
    client.write('x');
    await sleep(MOMENT_MILLIS);
    expect(heard).toBe('');
    await relay.up();
    await until(() => client.text === 'x');
  });

  test.each(/** @type {const} */ (['ends', 'is destroyed', 'is reset']))(
    'delivers nothing of a connection that %s meanwhile',
    async (how) => {
      const old = await connect();
      await relay.silent();
      const fresh = await connect();
      for (const client of [old, fresh]) {
        client.write('INSERT');
        if (how === 'ends') client.end();
        if (how === 'is destroyed') client.destroy();
        if (how === 'is reset') client.resetAndDestroy();
      }
      await until(() => relay.connections === 0);
      await relay.up();
      await sleep(MOMENT_MILLIS);
      expect(heard).toBe('');
      expect(seen).toBeLessThanOrEqual(1);
    },
  );

  test('holds no more than the sockets and 1 MiB do, and delivers all of it in order', async () => {
    await relay.silent();
    const client = await connect();
    const offered = 32 * MEBIBYTE;
    const piece = (/** @type {number} */ at) => `${at}`.padStart(1024, '.');
    let sent = 0;
    for (let at = 0; at * 1024 < offered; at++) client.write(piece(at), () => (sent += 1024));
    await sleep(3 * MOMENT_MILLIS);
    expect(sent).toBeLessThan(16 * MEBIBYTE);
    await relay.up();
    await until(() => client.text.length === offered);
    expect(client.text.match(/[^.]+/g)).toEqual(
      Array.from({ length: 32 * 1024 }, (_, at) => `${at}`),
    );
  });
});

describe('counts', () => {
  test('the connections that it holds, and the most at once since it was told to begin anew', async () => {
    const first = await connect();
    await connect();
    await until(() => relay.connections === 2);
    first.end();
    await untilClosed(first);
    await until(() => relay.connections === 1);
    expect(relay.peakConnections).toBe(2);
    relay.resetPeak();
    expect(relay.peakConnections).toBe(1);
    await connect();
    await connect();
    await until(() => relay.peakConnections === 3);
  });

  test('those that wait while it is silent', async () => {
    await relay.silent();
    await Promise.all([connect(), connect(), connect()]);
    await until(() => relay.peakConnections === 3);
    expect(relay.connections).toBe(3);
  });

  test('none beside the one that it replaces', async () => {
    await relay.silent();
    for (let count = 0; count < 20; count++) await connect();
    for (let count = 0; count < 200; count++) {
      clients.shift()?.destroy();
      await connect();
    }
    await until(() => relay.connections === 20);
    expect(relay.peakConnections).toBe(20);
  });
});

test('leaves nothing when it is closed', async () => {
  const client = await connect();
  const port = relayPort();
  await relay.close();
  await untilClosed(client);
  await expect(connect()).rejects.toThrow('ECONNREFUSED');
  const other = net.createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  other.close();
});
