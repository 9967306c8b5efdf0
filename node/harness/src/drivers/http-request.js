/** Writes a contract's requests: fixed ones as autocannon builds them, those with words lap by lap. */
'use strict';

const { contentBytes } = require('../contracts/content');
const { hasWords, jsonTemplate, template } = require('./template');

/**
 * @typedef {import('./template').Template} Template
 * @typedef {import('./template').Words} Words
 * @typedef {{ method?: string, path: string, headers?: Record<string, string>,
 *   body?: Record<string, any>, transfer?: string }} LoadRequest
 */

/**
 * @param {LoadRequest} request
 * @returns {{ method: any, path: string, headers: Record<string, string>, body?: Buffer }} as
 *   autocannon wants it
 * @throws {Error} for a request that cannot be sent under load
 */
function fixedRequest({ method = 'GET', path, headers = {}, body, transfer }) {
  if (transfer === 'chunked') {
    throw new Error(`the driver cannot send ${method} ${path} chunked; under load use a length`);
  }
  const isTyped = body?.json !== undefined && !hasHeader(headers, 'content-type');
  return {
    method,
    path,
    headers: isTyped ? { 'Content-Type': 'application/json', ...headers } : headers,
    ...(body ? { body: contentBytes(body) } : {}),
  };
}

/**
 * @param {LoadRequest} request
 * @param {string} host that of the server, with its port
 * @returns {((words: Words) => Buffer | string) | undefined} gives the whole request as it goes on the
 *   wire; undefined when it has no words and is always the same
 */
function filledRequest(request, host) {
  const { method, path, headers } = fixedRequest(request);
  const { body } = request;
  if (!hasWords([path, headers, body])) return undefined;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(hasHeader(headers, 'host') ? [] : [`Host: ${host}`]),
    'Connection: keep-alive',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const head = template(lines.join('\r\n'));
  if (!body) return (words) => `${head(words)}\r\n\r\n`;
  const text = bodyTemplate(body);
  return text ? withText(head, text) : withBytes(head, contentBytes(body));
}

/**
 * @param {Record<string, any>} body
 * @returns {Template | undefined} undefined for bytes, which have no words
 */
function bodyTemplate({ text, json }) {
  if (text !== undefined) return template(text);
  return json === undefined ? undefined : jsonTemplate(json);
}

/** @type {(head: Template, body: Template) => Template} */
function withText(head, body) {
  return (words) => {
    const text = body(words);
    return `${head(words)}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
}

/** @type {(head: Template, bytes: Buffer) => (words: Words) => Buffer} */
function withBytes(head, bytes) {
  const length = `\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return (words) => Buffer.concat([Buffer.from(head(words) + length), bytes]);
}

/**
 * @param {Record<string, string>} headers
 * @param {string} wanted in lower case
 */
function hasHeader(headers, wanted) {
  return Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}

module.exports = { fixedRequest, filledRequest };
