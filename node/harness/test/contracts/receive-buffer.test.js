/** What the kernel holds for a connection that nobody reads is known. */
'use strict';

const { once } = require('node:events');
const net = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');
const { unreadBytes } = require('../../src/contracts/receive-buffer');

const SENT_BYTES = 50_000;

test('what was sent and not read is counted, and nothing once it is read', async () => {
  const server = net.createServer((socket) => socket.end(Buffer.alloc(SENT_BYTES)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  const socket = net.connect({ port, host: '127.0.0.1' });
  socket.pause();
  await once(socket, 'connect');
  for (let left = 100; left > 0 && unreadBytes(socket) < SENT_BYTES; left--) await sleep(10);
  // With the end of the stream, which Linux counts as a byte.
  expect(unreadBytes(socket) - SENT_BYTES).toBeGreaterThanOrEqual(0);
  expect(unreadBytes(socket) - SENT_BYTES).toBeLessThanOrEqual(1);
  const { localPort } = socket;
  let received = 0;
  socket.on('data', (data) => (received += data.length)).resume();
  await once(socket, 'end');
  expect(received).toBe(SENT_BYTES);
  const gone = /** @type {net.Socket} */ ({ localPort, remotePort: port });
  expect(unreadBytes(gone)).toBeLessThanOrEqual(1);
  server.close();
});
