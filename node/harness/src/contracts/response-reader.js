/** Reads HTTP/1.1 responses, interim ones included, off a bare connection. */
'use strict';

/** @typedef {import('./http-exchange').HttpResponse} HttpResponse */

const HEAD_END = '\r\n\r\n';
const LINE_END = '\r\n';

/**
 * A reader of one connection. Nothing is read before somebody asks, so that a connection can stay unread.
 */
class ResponseReader {
  #socket;
  /** @type {Buffer} */
  #bytes = Buffer.alloc(0);
  #ended = false;
  /** @type {Error | null} */
  #error = null;
  #wake = () => {};

  /** @param {import('node:net').Socket} socket on which nobody reads */
  constructor(socket) {
    this.#socket = socket;
    socket.on('readable', () => this.#wake());
    socket.on('end', () => this.#finish(null));
    socket.on('close', () => this.#finish(null));
    socket.on('error', (error) => this.#finish(error));
  }

  /**
   * @param {string} method of the request, because HEAD has no body
   * @returns {Promise<HttpResponse>} the next response, an interim one too
   */
  async next(method) {
    const { status, headers } = parseHead(await this.#until(HEAD_END));
    if (status < 200) return { status, headers, body: Buffer.alloc(0) };
    return { status, headers, body: await this.#body(method, status, headers) };
  }

  /**
   * @param {string} method
   * @param {number} status
   * @param {Record<string, string>} headers
   * @returns {Promise<Buffer>}
   */
  async #body(method, status, headers) {
    if (method === 'HEAD' || status === 204 || status === 304) return Buffer.alloc(0);
    if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) return this.#chunks();
    if (headers['content-length'] !== undefined)
      return this.#take(Number(headers['content-length']));
    while (await this.#more());
    return this.#take(this.#bytes.length);
  }

  /** @returns {Promise<Buffer>} */
  async #chunks() {
    const chunks = [];
    for (;;) {
      const size = parseInt(await this.#until(LINE_END), 16);
      if (Number.isNaN(size)) throw broken('a chunk without a size');
      if (size === 0) break;
      chunks.push(await this.#take(size));
      await this.#take(LINE_END.length);
    }
    while ((await this.#until(LINE_END)) !== '');
    return Buffer.concat(chunks);
  }

  /**
   * @param {string} mark
   * @returns {Promise<string>} what stands before the mark
   */
  async #until(mark) {
    let at = this.#bytes.indexOf(mark);
    while (at < 0) {
      if (!(await this.#more())) throw this.#error ?? broken(closedEarly(this.#bytes));
      at = this.#bytes.indexOf(mark);
    }
    const text = this.#bytes.subarray(0, at).toString('latin1');
    this.#bytes = this.#bytes.subarray(at + mark.length);
    return text;
  }

  /**
   * @param {number} count
   * @returns {Promise<Buffer>}
   */
  async #take(count) {
    while (this.#bytes.length < count) {
      if (!(await this.#more())) throw this.#error ?? broken(closedEarly(this.#bytes));
    }
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }

  /** @returns {Promise<boolean>} whether more bytes came before the end */
  async #more() {
    for (;;) {
      const chunk = this.#socket.read();
      if (chunk !== null) {
        this.#bytes = Buffer.concat([this.#bytes, chunk]);
        return true;
      }
      if (this.#ended) return false;
      await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
    }
  }

  /** @param {Error | null} error */
  #finish(error) {
    this.#ended = true;
    this.#error ??= error;
    this.#wake();
  }
}

/**
 * @param {string} head
 * @returns {{ status: number, headers: Record<string, string> }}
 */
function parseHead(head) {
  const [statusLine, ...lines] = head.split(LINE_END);
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)?.[1];
  if (status === undefined) throw broken(`no status line: ${JSON.stringify(statusLine)}`);
  /** @type {Record<string, string>} */
  const headers = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw broken(`no header: ${JSON.stringify(line)}`);
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { status: Number(status), headers };
}

/**
 * @param {Buffer} bytes
 * @returns {string}
 */
function closedEarly(bytes) {
  const after =
    bytes.length > 0 ? `after ${JSON.stringify(bytes.toString('latin1'))}` : 'without an answer';
  return `the connection was closed ${after}`;
}

/**
 * @param {string} message
 * @returns {Error}
 */
function broken(message) {
  return Object.assign(new Error(message), { code: 'HTTP_BROKEN' });
}

module.exports = { ResponseReader };
