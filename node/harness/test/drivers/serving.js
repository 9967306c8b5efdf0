/** Small servers for tests of drivers, and the slices that are asked of them. */
'use strict';

const http = require('node:http');

/** @type {import('node:net').Server[]} */
const servers = [];

const GREETING = {
  request: { path: '/hello' },
  response: {
    status: 200,
    contentType: 'text/plain; charset=utf-8',
    body: { text: 'Hello World!' },
  },
};

function closeServers() {
  for (const server of servers.splice(0)) {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
  }
}

/**
 * @param {import('node:net').Server} server
 * @returns {Promise<string>} its address
 */
function listen(server) {
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(
        `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`,
      );
    });
  });
}

/** @param {http.RequestListener} listener */
function serve(listener) {
  return listen(http.createServer(listener));
}

/**
 * @param {http.ServerResponse} response
 * @param {string} [text]
 */
function greet(response, text = 'Hello World!') {
  response.setHeader('Content-Type', 'Text/Plain;charset=UTF-8').end(text);
}

/**
 * @param {string} url
 * @param {object[]} exchanges
 * @param {object} [more]
 */
function sliceOf(url, exchanges, more = {}) {
  return { url, seconds: 0.4, load: { connections: 4, exchanges }, ...more };
}

module.exports = { GREETING, closeServers, listen, serve, greet, sliceOf };
