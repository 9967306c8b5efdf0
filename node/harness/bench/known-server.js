/** One of the known servers as a process of its own: `node known-server.js answersAfter 5`; prints its address. */
'use strict';

const servers = require('./known-servers');

const [, , kind, millis] = process.argv;
const make = kind === 'freezes' ? servers.freezes : servers.answersAfter;
const server = make(Number(millis)).listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
