/** The head of an HTTP answer: its status line and headers. */
'use strict';

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)( .*)?$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const LENGTH = /^\d{1,18}$/;
const SWITCHING_PROTOCOLS = 101;
const OK = 200;
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;

/** An answer is no well-formed HTTP: the message says how, such as `it has two lengths`. */
class MalformedAnswer extends Error {}

class AnswerHead {
  /**
   * @param {string} text with the empty line that ends it
   * @throws {MalformedAnswer}
   */
  constructor(text) {
    const [statusLine, ...lines] = text.split(/\r?\n/).slice(0, -2);
    const status = STATUS_LINE.exec(statusLine);
    if (!status) throw new MalformedAnswer(`the status line is ${JSON.stringify(statusLine)}`);
    this.status = Number(status[2]);
    this.minorVersion = Number(status[1]);
    /** By name in lower case; of equal names the first. */
    this.headers = headersOf(lines);
    this.isChunked = isChunked(this.headers.get('transfer-encoding'));
    /** In bytes; undefined where it is not told. */
    this.contentLength = contentLength(this.headers.get('content-length'));
    /** Whether the answer itself is still to come. */
    this.isInterim = this.status < OK && this.status !== SWITCHING_PROTOCOLS;
    this.hasBody = this.status >= OK && this.status !== NO_CONTENT && this.status !== NOT_MODIFIED;
    /** Whether the server closes the connection after this answer. */
    this.announcesClose =
      this.minorVersion === 0 ||
      (this.headers.get('connection') ?? '').toLowerCase().includes('close');
  }
}

/**
 * @param {string[]} lines
 * @returns {Map<string, string>}
 */
function headersOf(lines) {
  const headers = new Map();
  for (const line of lines) {
    const header = HEADER.exec(line);
    if (!header) throw new MalformedAnswer(`a header line is ${JSON.stringify(line)}`);
    const name = header[1].toLowerCase();
    const first = headers.get(name);
    if (first === undefined) headers.set(name, header[2]);
    else if (name === 'content-length' && first !== header[2]) {
      throw new MalformedAnswer('it has two lengths');
    }
  }
  return headers;
}

/** @param {string} [coding] */
function isChunked(coding) {
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new MalformedAnswer(`the transfer encoding is ${JSON.stringify(coding)}`);
  }
  return coding !== undefined;
}

/** @param {string} [length] */
function contentLength(length) {
  if (length === undefined) return undefined;
  if (!LENGTH.test(length)) {
    throw new MalformedAnswer(`the content length is ${JSON.stringify(length)}`);
  }
  return Number(length);
}

module.exports = { AnswerHead, MalformedAnswer };
