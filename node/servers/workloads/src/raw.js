// Answers on a bare connection, where node:http has no response to offer.
'use strict';

const { STATUS_CODES } = require('node:http');

/**
 * Writes a problem and closes the connection.
 * @param {import('node:stream').Duplex} socket
 * @param {import('./problem').Problem} problem
 */
function answerRaw(socket, { status, headers, body }) {
  const all = { Connection: 'close', ...headers, 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

module.exports = { answerRaw };
