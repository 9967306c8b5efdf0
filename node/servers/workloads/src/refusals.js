// What becomes of requests that node:http would refuse before any handler sees them.
'use strict';

const { expectContinue } = require('./body');
const { Problem, codeOf } = require('./problem');
const { answerRaw } = require('./raw');

/** @type {Record<string, [number, string]>} */
const CLIENT_ERRORS = {
  HPE_HEADER_OVERFLOW: [431, 'The head of the request is too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The head of the request took too long.'],
};

/** @param {import('node:http').Server} server */
function attachRefusals(server) {
  if (server.listenerCount('clientError') === 0) server.on('clientError', refuseMalformed);
  server.on('checkContinue', (request, response) => {
    expectContinue(request, response);
    server.emit('request', request, response);
  });
  server.on('connect', (request, socket) =>
    answerRaw(socket, new Problem(501, `This is no proxy to ${request.url}.`)),
  );
  server.on('checkExpectation', (_, response) => {
    const problem = new Problem(417, 'The only expectation that can be met is 100-continue.');
    response.writeHead(problem.status, { ...problem.headers, Connection: 'close' });
    response.end(problem.body);
  });
}

/**
 * Answers what is no HTTP, unless an answer is already on its way.
 * @param {Error} error
 * @param {import('node:stream').Duplex} socket
 */
function refuseMalformed(error, socket) {
  const { _httpMessage: response } =
    /** @type {{ _httpMessage?: import('node:http').ServerResponse }} */ (socket);
  if (!socket.writable || response?.headersSent || codeOf(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, detail] = CLIENT_ERRORS[String(codeOf(error))] ?? [400, 'This is not HTTP/1.1.'];
  answerRaw(socket, new Problem(status, detail));
}

module.exports = { attachRefusals, refuseMalformed };
