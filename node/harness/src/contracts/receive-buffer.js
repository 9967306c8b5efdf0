/** What the kernel has received for a connection and nobody has read yet. */
'use strict';

const fs = require('node:fs');

/** Where Linux lists its connections, IPv4 and IPv6. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
/** `sl: local remote state tx:rx`, ports and queues in hexadecimal. */
const LINE = /^\s*\d+: \w+:(\w{4}) \w+:(\w{4}) \w\w \w{8}:(\w{8}) /gm;

/**
 * It has left the server for good. Linux lets its buffer grow with the speed at which it is emptied, on some systems up to 32 MiB, and a
 * program on Node cannot bound it.
 *
 * @param {import('node:net').Socket} socket that is connected
 * @returns {number} bytes; 0 where the system does not tell
 */
function unreadBytes({ localPort, remotePort }) {
  for (const table of TABLES.filter((file) => fs.existsSync(file))) {
    for (const [, local, remote, queue] of fs.readFileSync(table, 'latin1').matchAll(LINE)) {
      if (parseInt(local, 16) === localPort && parseInt(remote, 16) === remotePort) {
        return parseInt(queue, 16);
      }
    }
  }
  return 0;
}

module.exports = { unreadBytes };
