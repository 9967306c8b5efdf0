/** Prepares a contract's requests once, so that sending one costs little: bodies of bytes are made once and shared. */
'use strict';

const { contentBytes } = require('../contracts/content');
const { hasWords, jsonTemplate, template } = require('./template');

/**
 * @typedef {import('./template').Template} Template
 * @typedef {import('./template').Words} Words
 * @typedef {{ method?: string, path: string, headers?: Record<string, string>,
 *   body?: Record<string, any>, transfer?: string }} LoadRequest
 * @typedef {{ head: Buffer | string, body?: Buffer }} WireRequest What goes out, in one piece or two.
 * @typedef {{ isHead: boolean, written: (words: Words) => WireRequest }} PreparedRequest `isHead`: its answer has no body.
 */

/**
 * @param {LoadRequest} request
 * @param {string} host that of the server, with its port
 * @returns {PreparedRequest}
 * @throws {Error} for a request that cannot be sent under load
 */
function preparedRequest(request, host) {
  return { isHead: request.method === 'HEAD', written: writtenRequest(request, host) };
}

/** @type {(request: LoadRequest, host: string) => (words: Words) => WireRequest} */
function writtenRequest(request, host) {
  const { method, path, headers } = partsOf(request);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(hasHeader(headers, 'host') ? [] : [`Host: ${host}`]),
    'Connection: keep-alive',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const head = template(lines.join('\r\n'));
  if (!hasWords([request.path, request.headers, request.body])) {
    const always = withoutWords(head, request.body);
    return () => always;
  }
  if (!request.body) return (words) => ({ head: `${head(words)}\r\n\r\n` });
  const text = textTemplate(request.body);
  return text ? withText(head, text) : withBytes(head, contentBytes(request.body));
}

/**
 * @param {LoadRequest} request
 * @returns {{ method: string, path: string, headers: [string, string][] }}
 */
function partsOf({ method = 'GET', path, headers = {}, body, transfer }) {
  if (transfer === 'chunked') {
    throw new Error(`the driver cannot send ${method} ${path} chunked; under load use a length`);
  }
  const entries = Object.entries(headers);
  const isTyped = body?.json !== undefined && !hasHeader(entries, 'content-type');
  return {
    method,
    path,
    headers: isTyped ? [['Content-Type', 'application/json'], ...entries] : entries,
  };
}

/**
 * @param {Record<string, any>} body
 * @returns {Template | undefined} undefined for bytes, which have no words
 */
function textTemplate({ text, json }) {
  if (text !== undefined) return template(text);
  return json === undefined ? undefined : jsonTemplate(json);
}

/**
 * @param {Template} head
 * @param {Record<string, any>} [body]
 * @returns {WireRequest}
 */
function withoutWords(head, body) {
  const start = head(new Map());
  if (!body) return { head: Buffer.from(`${start}\r\n\r\n`) };
  const bytes = contentBytes(body);
  const end = `\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return { head: Buffer.concat([Buffer.from(start + end), bytes]) };
}

/** @type {(head: Template, body: Template) => (words: Words) => WireRequest} */
function withText(head, body) {
  return (words) => {
    const text = body(words);
    const length = Buffer.byteLength(text);
    return { head: `${head(words)}\r\nContent-Length: ${length}\r\n\r\n${text}` };
  };
}

/** @type {(head: Template, bytes: Buffer) => (words: Words) => WireRequest} */
function withBytes(head, bytes) {
  const end = `\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return (words) => ({ head: head(words) + end, body: bytes });
}

/**
 * @param {[string, string][]} headers
 * @param {string} wanted in lower case
 */
function hasHeader(headers, wanted) {
  return headers.some(([name]) => name.toLowerCase() === wanted);
}

module.exports = { preparedRequest };
