/** A server that answers as Redis does, as far as it is asked here: by the options of redis-server, on loopback. */
'use strict';

const net = require('node:net');

/** @type {Record<string, string>} */
const ANSWERS = {
  PING: '+PONG\r\n',
  INFO: bulk('redis_version:7.9.9\r\ncmdstat_get:calls=3,usec=1\r\n'),
};
const OK = '+OK\r\n';

/** @param {string} text */
function bulk(text) {
  return `$${text.length}\r\n${text}\r\n`;
}

/** @returns {net.Server} */
function fakeRedis() {
  return net.createServer((socket) => {
    socket.setEncoding('utf8').on('error', () => {});
    // Every command is an array of texts; its name is the first.
    socket.on('data', (text) => {
      for (const [, name] of String(text).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        socket.write(ANSWERS[name.toUpperCase()] ?? OK);
      }
    });
  });
}

if (require.main === module) {
  const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
  fakeRedis().listen(port, '127.0.0.1');
}

module.exports = { fakeRedis };
