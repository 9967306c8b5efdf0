/** Streams of items that were once found right are compared from then on: that must find whatever is wrong all the same. */
'use strict';

const { ItemsBody } = require('../../src/drivers/items-body');

const COUNT = 20;
const SIZE = 32;

/** @param {number} seq */
function item(seq) {
  const start = `{"seq":${seq},"pad":"`;
  return `${start}${'x'.repeat(SIZE - start.length - 3)}"}\n`;
}

const RIGHT = Array.from({ length: COUNT }, (_, seq) => item(seq)).join('');

/**
 * @param {ItemsBody} check
 * @param {string} text
 * @param {number} pieceBytes
 */
function verdict(check, text, pieceBytes) {
  const bytes = Buffer.from(text);
  check.begin();
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    check.take(bytes, at, Math.min(bytes.length, at + pieceBytes));
  }
  return check.end();
}

/** @param {string} text */
function changed(text) {
  return RIGHT.replace(item(7), text);
}

const STREAMS = [
  { what: 'equal to the last one', text: RIGHT, problem: undefined },
  {
    what: 'with other padding',
    text: changed(item(7).replaceAll('x', 'y')),
    problem: undefined,
  },
  { what: 'with a wrong number', text: changed(item(8)), problem: 'expected line 7 to be' },
  { what: 'without one item', text: changed(''), problem: 'expected line 7 to be' },
  { what: 'that is cut off', text: RIGHT.slice(0, -1), problem: 'got 19 and 31 bytes more' },
  { what: 'with an item too many', text: RIGHT + item(COUNT), problem: 'got 21 and 0 bytes more' },
];

describe.each(STREAMS)('a stream $what', ({ text, problem }) => {
  test.each([1, 5, SIZE, 50, RIGHT.length * 2])(
    'is judged alike after a right one and after none, in pieces of %d bytes',
    (pieceBytes) => {
      let arrived = 0;
      const expected = problem === undefined ? undefined : expect.stringContaining(problem);
      const check = new ItemsBody({ count: COUNT, size: SIZE }, (count) => (arrived += count));
      expect(verdict(check, text, pieceBytes)).toEqual(expected);
      expect(verdict(check, RIGHT, pieceBytes)).toBeUndefined();
      arrived = 0;
      expect(verdict(check, text, pieceBytes)).toEqual(expected);
      if (problem === undefined) expect(arrived).toBe(COUNT);
      expect(verdict(check, RIGHT, 7)).toBeUndefined();
    },
  );
});
