/** No two servers that start at the same time get the same port. */
'use strict';

const fs = require('node:fs');
const { claimPort, freePort } = require('../../src/stacks/free-port');

const HOST = '127.0.0.1';

test('a port that is claimed is not given again until its folder is removed', async () => {
  const port = await freePort(HOST);
  const first = await claimPort(HOST, async () => port);
  const looks = [port, port];
  const second = await claimPort(HOST, async (host) => looks.shift() ?? freePort(host));
  fs.rmdirSync(second.folder);
  fs.rmdirSync(first.folder);
  const again = await claimPort(HOST, async () => port);
  fs.rmdirSync(again.folder);
  expect([first.port, again.port]).toEqual([port, port]);
  expect(second.port).not.toBe(port);
  expect(again.folder).toBe(first.folder);
});
