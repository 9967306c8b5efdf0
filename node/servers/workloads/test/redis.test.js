/** One connection to Redis serves all, is opened when it is needed, and is left when it says nothing. */
'use strict';

const { once } = require('node:events');
const net = require('node:net');
const { Redis } = require('../src/redis');

/**
 * @typedef {object} Stub a server that speaks just enough of Redis' protocol
 * @property {net.Server} server
 * @property {net.Socket[]} sockets all that there ever were
 * @property {Set<string>} unanswered keys of which it says nothing
 */

/** @type {Stub} */
let stub;
/** @type {Redis} */
let redis;

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  stub = { server: net.createServer(take), sockets: [], unanswered: new Set() };
  redis = new Redis(`redis://127.0.0.1:${await listen(0)}`);
});

afterEach(async () => {
  await redis.close();
  for (const socket of stub.sockets) socket.destroy();
  stub.server.close();
  jest.restoreAllMocks();
});

/** @param {number} port */
async function listen(port) {
  stub.server.listen(port, '127.0.0.1');
  await once(stub.server, 'listening');
  return /** @type {net.AddressInfo} */ (stub.server.address()).port;
}

/** @param {net.Socket} socket */
function take(socket) {
  stub.sockets.push(socket);
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (text) => {
    for (const command of String(text)
      .split(/\*\d+\r\n/)
      .slice(1)) {
      const [name, key] = command.split('\r\n').filter((_, line) => line % 2 === 1);
      if (name === 'HELLO') socket.write('%1\r\n+server\r\n+stub\r\n');
      else if (name !== 'GET') socket.write('+OK\r\n');
      else if (!stub.unanswered.has(key)) socket.write(`+value of ${key}\r\n`);
    }
  });
}

/** @param {string} key */
const get = (key) => redis.ask((client) => client.get(key));
const unavailable = { status: 503, message: 'Redis does not answer.' };

test('no connection is opened before the first command, and one for all of them', async () => {
  expect(stub.sockets).toHaveLength(0);
  const values = await Promise.all(['a', 'b', 'c'].map(get));
  expect(values).toEqual(['value of a', 'value of b', 'value of c']);
  expect(stub.sockets).toHaveLength(1);
});

test('a reply that comes too late is not given to another request', async () => {
  await get('a');
  stub.unanswered.add('b');
  await expect(get('b')).rejects.toMatchObject(unavailable);
  stub.sockets[0].write('+value of b\r\n');
  await expect(get('c')).resolves.toBe('value of c');
  expect(stub.sockets).toHaveLength(2);
});

test('a service that ended a connection is asked on another', async () => {
  await get('a');
  stub.sockets[0].end();
  await once(stub.sockets[0], 'close');
  await expect(get('b')).resolves.toBe('value of b');
});

test('a service that was away is found again, however often it was not there', async () => {
  const port = (await get('a'), /** @type {net.AddressInfo} */ (stub.server.address()).port);
  stub.server.close();
  stub.sockets[0].destroy();
  await once(stub.server, 'close');
  for (let attempt = 0; attempt < 20; attempt++) {
    await expect(get('b')).rejects.toMatchObject(unavailable);
  }
  await listen(port);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await expect(get('b')).resolves.toBe('value of b');
});

test('without an address it does not answer', async () => {
  await expect(new Redis(undefined).ask(() => Promise.resolve())).rejects.toMatchObject(
    unavailable,
  );
});
