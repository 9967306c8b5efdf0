/** A harness that starts a server, says where it is, and ends in the way it is told. */
'use strict';

const path = require('node:path');
const { startServer } = require('../../../src/stacks');
const { plainVariant } = require('../plain-variant');

startServer(plainVariant()).then((server) => {
  const { pid, temporaryFolder } = server;
  console.log(JSON.stringify({ pid, folder: path.dirname(temporaryFolder) }));
  setInterval(() => {}, 1_000);
  if (process.argv[2] === 'exit') process.exit(0);
  if (process.argv[2] === 'throws') {
    setImmediate(() => {
      throw new Error('a mistake of ours');
    });
  }
});
