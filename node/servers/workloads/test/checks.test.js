/** Texts, numbers and keys are taken as they were typed, or refused. */
'use strict';

const { keyOf, textOf, wholeNumberOf } = require('../src/checks');

const INVALID = expect.objectContaining({ reason: 'invalid' });

describe('a text', () => {
  test.each(['x', '  a \t ', '😀', 'a\0b', '<b>', '😀'.repeat(255)])('may be "%s"', (text) => {
    expect(textOf('name', text, 255)).toBe(text);
  });

  test.each([undefined, null, 1, true, ['x'], {}, '', ' \n', 'a\ud83d', 'n'.repeat(256)])(
    'may not be %j',
    (text) => {
      expect(() => textOf('name', text, 255)).toThrow(INVALID);
    },
  );
});

describe('a whole number', () => {
  test.each(['0', '40', '07'])('may be "%s"', (text) => {
    expect(wholeNumberOf('n', text, 0, 40)).toBe(Number(text));
  });

  test.each([undefined, '', '41', '040', '-1', '+1', '1.0', '1e1', '0x1', '٣', ' 3'])(
    'may not be %j',
    (text) => {
      expect(() => wholeNumberOf('n', text, 0, 40)).toThrow(INVALID);
    },
  );
});

describe('a key', () => {
  test('may have 128 characters of every kind that is allowed', () => {
    const key = 'aZ0_.:-'.padEnd(128, 'x');
    expect(keyOf('key', key)).toBe(key);
  });

  test.each([undefined, '', 'x'.repeat(129), 'a b', 'a,b', 'é', 'a\n'])('may not be %j', (key) => {
    expect(() => keyOf('key', key)).toThrow(INVALID);
  });
});
