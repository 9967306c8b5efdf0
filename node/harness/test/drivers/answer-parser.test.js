/** How answers are taken apart, wherever the bytes are cut. */
'use strict';

const { MalformedAnswer } = require('../../src/drivers/answer-head');
const { AnswerParser, KnownHead } = require('../../src/drivers/answer-parser');

/** @typedef {import('../../src/drivers/answer-head').AnswerHead} AnswerHead */

/**
 * @param {string} text of what a server sends
 * @param {{ pieceBytes?: number, isBodiless?: boolean, known?: KnownHead }} [how]
 */
function parsed(text, { pieceBytes = Infinity, isBodiless = false, known } = {}) {
  /** @type {AnswerHead[]} */
  const heads = [];
  let body = '';
  const parser = new AnswerParser({
    head: (head) => void heads.push(head),
    body: (bytes, start, end) => (body += bytes.toString('latin1', start, end)),
  });
  parser.begin(isBodiless, known ?? new KnownHead());
  const bytes = Buffer.from(text, 'latin1');
  // What lies behind the end of a piece belongs to another one.
  const lent = Buffer.alloc(bytes.length + 64, '\n');
  let unread = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    lent.fill('\n');
    const length = bytes.copy(lent, 0, at, Math.min(bytes.length, at + pieceBytes));
    unread += length - parser.take(lent, length);
  }
  const { isWhole, endsWithConnection } = parser;
  return { heads, body, unread, isWhole, endsWithConnection };
}

const ANSWERS = [
  {
    what: 'with a length',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nHello World!',
    body: 'Hello World!',
  },
  {
    what: 'with nothing',
    text: 'HTTP/1.1 200\r\nContent-Length: 0\r\nX:\r\n\r\n',
    body: '',
  },
  {
    what: 'in chunks, with extensions and trailers',
    text:
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n' +
      '5;a=b\r\nHello\r\n0b \r\n\n World!\r\n\r\r\n0\r\nDigest: x\r\nMore: y\r\n\r\n',
    body: 'Hello\n World!\r\n\r',
  },
  {
    what: 'without a body by its status',
    text: 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n',
    body: '',
  },
  {
    what: 'that is not modified',
    text: 'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n',
    body: '',
  },
  {
    what: 'after others that are interim',
    text:
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n' +
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    body: 'ok',
  },
  {
    what: 'whose lines end without a carriage return',
    text: 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok',
    body: 'ok',
  },
];

describe.each(ANSWERS)('an answer $what', ({ text, body }) => {
  test.each([1, 2, 3, 7, 16, Infinity])('is whole in pieces of %d bytes', (pieceBytes) => {
    const answer = parsed(text, { pieceBytes });
    expect(answer).toMatchObject({ body, unread: 0, isWhole: true });
    expect(answer.heads).toHaveLength(1);
    expect(parsed(text.slice(0, -1), { pieceBytes }).isWhole).toBe(false);
  });
});

test('the answer to HEAD has no body, whatever its length says', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n';
  expect(parsed(text, { isBodiless: true }).isWhole).toBe(true);
  expect(parsed(text).isWhole).toBe(false);
});

test('an answer without a length ends with its connection', () => {
  const text = 'HTTP/1.1 200 OK\r\n\r\nHello';
  expect(parsed(text)).toMatchObject({ body: 'Hello', isWhole: false, endsWithConnection: true });
});

test('what follows a whole answer stays unread', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok more';
  expect(parsed(text)).toMatchObject({ body: 'ok', unread: 5 });
});

test('a head tells status and headers, of equal names the first', () => {
  const text = 'HTTP/1.1 418 \r\nX-A:  1 \r\nx-a: 2\r\nContent-Length: 0\r\n\r\n';
  const [{ status, headers, announcesClose }] = parsed(text).heads;
  expect({ status, announcesClose }).toEqual({ status: 418, announcesClose: false });
  expect(headers.get('x-a')).toBe('1');
});

test.each([
  ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['HTTP/1.1 200 OK\r\nConnection: Upgrade, Close\r\nContent-Length: 0\r\n\r\n'],
])('%j announces that its connection is closed', (text) => {
  expect(parsed(text).heads[0].announcesClose).toBe(true);
});

test.each([
  { message: 'the status line is "HTTP?"', text: 'HTTP?\r\n\r\n' },
  { message: 'the status line is', text: 'HTTP/2.0 200 OK\r\n\r\n' },
  { message: 'the status line is ""', text: '\r\nHTTP/1.1 200 OK\r\n\r\n' },
  { message: 'a header line is "no colon"', text: 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n' },
  { message: 'a header line is "X : 1"', text: 'HTTP/1.1 200 OK\r\nX : 1\r\n\r\n' },
  { message: 'a header line is " folded"', text: 'HTTP/1.1 200 OK\r\nX: 1\r\n folded\r\n\r\n' },
  { message: 'the content length is "-1"', text: 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n' },
  {
    message: 'its body is over 1 GiB',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n',
  },
  {
    message: 'it has two lengths',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  },
  {
    message: 'the transfer encoding is "gzip"',
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n',
  },
  {
    message: 'the size of a chunk is "x"',
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n',
  },
  {
    message: 'a chunk is longer than its size',
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n',
  },
  {
    message: 'a chunk is longer than its size',
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\r\n',
  },
  { message: 'its head is over 64 KiB', text: `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(65_536)}` },
  {
    message: 'a line between its chunks is over 8 KiB',
    text: `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1'.repeat(9_000)}`,
  },
])('an answer is malformed where $message', ({ text, message }) => {
  for (const pieceBytes of [7, Infinity]) {
    expect(() => parsed(text, { pieceBytes })).toThrow(MalformedAnswer);
    expect(() => parsed(text, { pieceBytes })).toThrow(message);
  }
});

test('a head that equals the last one of its exchange is the same head, and any other is not', () => {
  const known = new KnownHead();
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n';
  const [first] = parsed(`${text}ok`, { known }).heads;
  const again = parsed(`${text}no`, { known });
  expect(again.heads[0]).toBe(first);
  expect(again).toMatchObject({ body: 'no', isWhole: true });
  const other = parsed(`${text.replace('2\r', '1\r')}x`, { known });
  expect(other.heads[0]).not.toBe(first);
  expect(other).toMatchObject({ body: 'x', isWhole: true });
});
