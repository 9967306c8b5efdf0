/** A crowd opens few connections at once, and is not kept waiting by those that never open. */
'use strict';

const net = require('node:net');
const { MySql } = require('../src/mysql');

/** @type {Set<net.Socket>} */
const clients = new Set();
const silent = net.createServer((client) => clients.add(client));

/** @returns {string} the address of a service that takes connections and says nothing */
function silentUrl() {
  const { port } = /** @type {net.AddressInfo} */ (silent.address());
  return `mysql://somebody:secret@127.0.0.1:${port}/loadline`;
}

beforeAll(() => new Promise((resolve) => silent.listen(0, '127.0.0.1', () => resolve(undefined))));
beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => jest.restoreAllMocks());
afterAll(() => {
  for (const client of clients) client.destroy();
  return new Promise((resolve) => silent.close(resolve));
});

test('two connections are opened at once, and the whole crowd is refused with them', async () => {
  const mysql = new MySql(silentUrl(), 32);
  const answers = Array.from({ length: 20 }, () => mysql.ask('SELECT 1', []));
  const settled = await Promise.allSettled(answers);
  expect(settled).toEqual(
    Array(20).fill({ status: 'rejected', reason: expect.objectContaining({ status: 503 }) }),
  );
  expect(clients.size).toBe(2);
  await mysql.close();
});
