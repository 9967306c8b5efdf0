// A request's body: asked for when it is wanted, and got rid of when it is not.
'use strict';

const { isUtf8 } = require('node:buffer');
const { Abandoned, Problem, badRequest } = require('./problem');

const MIB = 1024 * 1024;
const REST_BYTES_MAX = 256 * MIB;
const REST_MILLIS_MAX = 10_000;

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {number} what the client announced; NaN when it did not say
 */
const announcedBytes = ({ headers }) => Number(headers['content-length'] ?? NaN);

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {boolean}
 */
const hasBody = (request) => 'transfer-encoding' in request.headers || announcedBytes(request) > 0;

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
 * Reads the whole body into memory.
 * @param {import('node:http').IncomingMessage} request
 * @param {number} most bytes that it may have
 * @returns {Promise<Buffer>}
 * @throws {Problem} 413 for more of them
 */
function bytesOf(request, most) {
  const tooLarge = () => new Problem(413, `The body may have at most ${most} bytes.`);
  if (announcedBytes(request) > most) throw tooLarge();
  askForBody(request);
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let bytes = 0;
    /** @param {Buffer} chunk */
    const onData = (chunk) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= most) return;
      request.off('data', onData);
      reject(tooLarge());
    };
    request.on('data', onData);
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', () => reject(new Abandoned()));
  });
}

/**
 * @param {Buffer} bytes of a body
 * @returns {string}
 * @throws {Problem} 400 when they are not UTF-8
 */
function textOf(bytes) {
  if (!isUtf8(bytes)) throw badRequest('The body is not UTF-8.');
  return bytes.toString();
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {string | undefined} the media type of its body, without parameters, in lower case
 */
const mediaTypeOf = ({ headers }) => headers['content-type']?.split(';', 1)[0].trim().toLowerCase();

/**
 * Reads on, within bounds, and forgets: a connection closed over unread bytes is reset, and the
 * client may lose the answer on the way. Called when a request is answered before it was read.
 * @param {import('node:http').IncomingMessage} request
 */
function discardRest(request) {
  if (request.complete || !hasBody(request)) return;
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), REST_MILLIS_MAX).unref();
  let rest = REST_BYTES_MAX;
  let answered = false;
  // node:http closes at once when the connection is not kept: half of it will do until all is read.
  socket.destroySoon = () => {
    answered = true;
    socket.end();
  };
  request.on('data', (chunk) => {
    rest -= chunk.length;
    if (rest < 0) socket.destroy();
  });
  request.once('end', () => {
    if (answered) socket.destroySoon = socket.destroy;
    else Reflect.deleteProperty(socket, 'destroySoon');
    if (answered) socket.destroy();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

module.exports = {
  MIB,
  announcedBytes,
  hasBody,
  expectContinue,
  askForBody,
  bytesOf,
  textOf,
  mediaTypeOf,
  discardRest,
};
