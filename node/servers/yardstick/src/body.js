// A request's body: asked for when it is wanted, and got rid of when it is not.
'use strict';

const MIB = 1024 * 1024;

/** @type {WeakMap<import('node:http').IncomingMessage, () => void>} */
const continuations = new WeakMap();

/**
 * A client that expects to be asked is asked by whoever reads its body, and not before: then a
 * refusal comes instead, after which the connection ends, because no body follows.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function expectContinue(request, response) {
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  continuations.set(request, () => {
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
}

/** @param {import('node:http').IncomingMessage} request whose body will be read now */
function askForBody(request) {
  continuations.get(request)?.();
  continuations.delete(request);
}

/**
 * Reads on, within bounds: a connection closed over unread bytes is reset, and the answer is lost.
 * @param {import('node:http').IncomingMessage} request
 */
function discardRest(request) {
  const { headers, socket } = request;
  const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
  if (request.complete || !hasBody) return;
  const timer = setTimeout(() => socket.destroy(), 10_000).unref();
  let rest = 256 * MIB;
  let answered = false;
  socket.destroySoon = () => {
    answered = true;
    socket.end();
  };
  request.on('data', (chunk) => {
    rest -= chunk.length;
    if (rest < 0) socket.destroy();
  });
  request.once('end', () => {
    if (answered) socket.destroy();
    else Reflect.deleteProperty(socket, 'destroySoon');
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

module.exports = { MIB, expectContinue, askForBody, discardRest };
