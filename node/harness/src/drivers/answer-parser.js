/**
 * Takes HTTP/1 answers apart, wherever the bytes are cut.
 *
 * Under load nearly all heads of an exchange equal the last one to the byte, until a second is over and its date is another:
 * such a head is compared and not taken apart again.
 */
'use strict';

const { AnswerHead, MalformedAnswer } = require('./answer-head');

const HEAD_BYTES_MAX = 64 * 1024;
const LINE_BYTES_MAX = 8 * 1024;
const BODY_BYTES_MAX = 2 ** 30;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NOTHING = Buffer.alloc(0);

/** Where in an answer the parser is. */
const HEAD = 0;
const BODY = 1;
const BODY_UNTIL_CLOSE = 2;
const CHUNK_SIZE = 3;
const CHUNK = 4;
const CHUNK_END = 5;
const TRAILER = 6;
const WHOLE = 7;

/**
 * Who is told of an answer as it comes. Bytes are only lent: what is kept is copied.
 *
 * @typedef {object} Reader
 * @property {(head: AnswerHead) => void} head Of the answer itself, not of an interim one.
 * @property {(bytes: Buffer, start: number, end: number) => void} body
 */

/** The head that was last seen on an exchange, on whichever connection: equal bytes are the same head. */
class KnownHead {
  /** @type {Buffer} */
  bytes = NOTHING;
  /** @type {AnswerHead | undefined} */
  head = undefined;

  /**
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @returns {AnswerHead | undefined} the known one, where the bytes open with it
   */
  at(bytes, start, end) {
    const headEnd = start + this.bytes.length;
    const isKnown = headEnd <= end && this.bytes.compare(bytes, start, headEnd) === 0;
    return isKnown ? this.head : undefined;
  }

  /**
   * @param {Buffer} bytes of a whole head; they are kept
   * @returns {AnswerHead}
   * @throws {MalformedAnswer}
   */
  parsed(bytes) {
    const head = new AnswerHead(bytes.toString('latin1'));
    this.bytes = bytes;
    this.head = head;
    return head;
  }
}

class AnswerParser {
  /** @param {Reader} reader */
  constructor(reader) {
    this.reader = reader;
    this.state = WHOLE;
    this.isBodiless = false;
    this.known = new KnownHead();
    /** @type {Buffer} The start of a head that has not come whole; where there is none, it is read where it is. */
    this.begunHead = NOTHING;
    this.begunLine = '';
    this.left = 0;
    this.bodyBytes = 0;
  }

  /**
   * Begins the answer to another request.
   *
   * @param {boolean} isBodiless whether the request was HEAD
   * @param {KnownHead} known that of its exchange
   */
  begin(isBodiless, known) {
    this.state = HEAD;
    this.isBodiless = isBodiless;
    this.known = known;
    this.bodyBytes = 0;
  }

  get isWhole() {
    return this.state === WHOLE;
  }

  /** Whether the end of the connection ends the answer, and does not cut it off. */
  get endsWithConnection() {
    return this.state === BODY_UNTIL_CLOSE;
  }

  /**
   * @param {Buffer} bytes lent
   * @param {number} end of what was received
   * @returns {number} how far it was read: what follows a whole answer stays unread
   * @throws {MalformedAnswer}
   */
  take(bytes, end) {
    let at = 0;
    while (at < end && this.state !== WHOLE) {
      if (this.state === HEAD) at = this.takeHead(bytes, at, end);
      else if (this.state <= BODY_UNTIL_CLOSE || this.state === CHUNK)
        at = this.takeBody(bytes, at, end);
      else at = this.takeLine(bytes, at, end);
    }
    return at;
  }

  /** @type {(bytes: Buffer, at: number, end: number) => number} */
  takeHead(bytes, at, end) {
    const { known, begunHead } = this;
    const head = begunHead.length === 0 ? known.at(bytes, at, end) : undefined;
    if (head) {
      this.headEnded(head);
      return at + known.bytes.length;
    }
    const gathered = Buffer.concat([begunHead, bytes.subarray(at, end)]);
    const headEnd = endOfHead(gathered, begunHead.length);
    if ((headEnd ?? gathered.length) > HEAD_BYTES_MAX) {
      throw new MalformedAnswer('its head is over 64 KiB');
    }
    if (headEnd === undefined) {
      this.begunHead = gathered;
      return end;
    }
    this.begunHead = NOTHING;
    this.headEnded(known.parsed(Buffer.from(gathered.subarray(0, headEnd))));
    return at + headEnd - begunHead.length;
  }

  /** @param {AnswerHead} head */
  headEnded(head) {
    if (head.isInterim) return;
    this.reader.head(head);
    if (this.isBodiless || !head.hasBody) this.state = WHOLE;
    else if (head.isChunked) this.state = CHUNK_SIZE;
    else if (head.contentLength === undefined) {
      this.left = Infinity;
      this.state = BODY_UNTIL_CLOSE;
    } else {
      this.left = bounded(head.contentLength);
      this.state = this.left === 0 ? WHOLE : BODY;
    }
  }

  /** @type {(bytes: Buffer, at: number, end: number) => number} */
  takeBody(bytes, at, end) {
    const bodyEnd = Math.min(end, at + this.left);
    this.bodyBytes = bounded(this.bodyBytes + bodyEnd - at);
    this.left -= bodyEnd - at;
    if (this.left === 0) this.state = this.state === CHUNK ? CHUNK_END : WHOLE;
    this.reader.body(bytes, at, bodyEnd);
    return bodyEnd;
  }

  /** @type {(bytes: Buffer, at: number, end: number) => number} */
  takeLine(bytes, at, end) {
    let lineEnd = at;
    while (lineEnd < end && bytes[lineEnd] !== LINE_FEED) lineEnd++;
    this.begunLine += bytes.toString('latin1', at, lineEnd);
    if (this.begunLine.length > LINE_BYTES_MAX) {
      throw new MalformedAnswer('a line between its chunks is over 8 KiB');
    }
    if (lineEnd === end) return end;
    const line = this.begunLine.replace(/\r$/, '');
    this.begunLine = '';
    this.lineEnded(line);
    return lineEnd + 1;
  }

  /** @param {string} line */
  lineEnded(line) {
    if (this.state === CHUNK_SIZE) {
      this.left = chunkSize(line);
      this.state = this.left === 0 ? TRAILER : CHUNK;
    } else if (this.state === CHUNK_END) {
      if (line !== '') throw new MalformedAnswer('a chunk is longer than its size');
      this.state = CHUNK_SIZE;
    } else if (line === '') {
      this.state = WHOLE;
    }
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} lookedAt so many of them have no empty line
 * @returns {number | undefined} where the empty line that ends a head is over
 */
function endOfHead(bytes, lookedAt) {
  // The empty line may have begun in what was looked at.
  let lineEnd = bytes.indexOf(LINE_FEED, Math.max(0, lookedAt - 2));
  for (; lineEnd >= 0; lineEnd = bytes.indexOf(LINE_FEED, lineEnd + 1)) {
    const next = lineEnd + 1;
    if (bytes[next] === LINE_FEED) return next + 1;
    if (bytes[next] === CARRIAGE_RETURN && bytes[next + 1] === LINE_FEED) return next + 2;
  }
  return undefined;
}

/** @param {number} length in bytes */
function bounded(length) {
  if (length > BODY_BYTES_MAX) throw new MalformedAnswer('its body is over 1 GiB');
  return length;
}

/** @param {string} line */
function chunkSize(line) {
  const [size] = line.split(';', 1);
  if (!/^[0-9A-Fa-f]{1,12}[ \t]*$/.test(size)) {
    throw new MalformedAnswer(`the size of a chunk is ${JSON.stringify(line)}`);
  }
  return Number.parseInt(size, 16);
}

module.exports = { AnswerParser, KnownHead };
