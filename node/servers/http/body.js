// Reads a request's body whole: of bounded size, and of the right type.
'use strict';

const createError = require('http-errors');
const { parametersOf, refuseOtherThanUtf8 } = require('@loadline/workloads/http');

const BYTES_MAX = 64 * 1024;

/** @typedef {import('node:http').IncomingMessage} Request */

/**
 * @param {Request} request
 * @returns {Promise<Buffer>}
 */
async function bytesOf(request) {
  const chunks = [];
  let bytes = 0;
  // A request that is destroyed takes its answer with it, so what is too much is read and forgotten.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) {
      request.resume();
      throw createError(413, `The body may have at most ${BYTES_MAX} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * @param {Request} request
 * @returns {Promise<any>} its JSON
 */
async function jsonOf(request) {
  refuseOtherThan('application/json', request);
  try {
    return JSON.parse(await textOf(request));
  } catch (error) {
    throw error instanceof SyntaxError ? createError(400, 'The body is not JSON.') : error;
  }
}

/**
 * @param {Request} request
 * @returns {Promise<Record<string, string>>} the fields of its form
 */
async function formOf(request) {
  refuseOtherThan('application/x-www-form-urlencoded', request);
  return parametersOf(await textOf(request));
}

/** @param {Request} request */
async function textOf(request) {
  const bytes = await bytesOf(request);
  refuseOtherThanUtf8(bytes);
  return bytes.toString();
}

/**
 * @param {string} type
 * @param {Request} request
 */
function refuseOtherThan(type, { headers }) {
  const actual = headers['content-type']?.split(';', 1)[0].trim().toLowerCase();
  const hasBody = 'transfer-encoding' in headers || Number(headers['content-length']) > 0;
  if (actual === undefined ? hasBody : actual !== type) {
    throw createError(415, `The body must be of type ${type}.`);
  }
}

module.exports = { bytesOf, formOf, jsonOf };
