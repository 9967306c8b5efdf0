/** Lines of a stream: right ones are counted, the first wrong one is told. */
'use strict';

const { ItemCheck } = require('../../src/contracts/items');

const SIZE = 32;

/**
 * @param {number} seq
 * @param {string} [pad]
 * @returns {string} a line of SIZE bytes
 */
function line(seq, pad = 'x') {
  const begin = `{"seq":${seq},"pad":"`;
  return `${begin}${pad.repeat(SIZE - begin.length - 3)}"}\n`;
}

/**
 * @param {string[]} lines
 * @param {number} chunkBytes
 * @returns {ItemCheck} what saw them in chunks of that size
 */
function checked(lines, chunkBytes) {
  const check = new ItemCheck(SIZE);
  const bytes = Buffer.from(lines.join(''));
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    check.add(bytes.subarray(at, at + chunkBytes));
  }
  return check;
}

test.each([1, SIZE - 1, SIZE, 3 * SIZE + 5])('right lines in chunks of %d bytes', (chunkBytes) => {
  const check = checked(
    Array.from({ length: 12 }, (_, seq) => line(seq, seq === 5 ? 'y' : 'x')),
    chunkBytes,
  );
  expect(check.difference).toBeNull();
  expect(check.items).toBe(12);
  expect(check.unfinishedBytes).toBe(0);
});

test.each([
  ['is no JSON', line(2).replace('"}', 'x}'), 'a JSON object'],
  ['has the number of the one before', line(1), 'a line that starts with {"seq":2'],
  ['goes on after its number', line(2).replace(',"', '0,'), 'a line that starts with {"seq":2'],
  ['ends early', line(2).replace('x', '\n'), '32 bytes with the newline'],
])('a line after right ones that %s is told', (_, wrong, expected) => {
  const check = checked([line(0), line(1), wrong, line(3)], SIZE);
  expect(check.difference).toEqual({
    what: 'line 2',
    expected,
    actual: JSON.stringify(wrong),
  });
  expect(check.items).toBe(2);
});
