/** Queries are read strictly, and the short way for plain ones gives what the long way gives. */
'use strict';

const { optional, required, wholeNumber } = require('../src/query');

describe('a query', () => {
  test.each([
    ['input=duck', 'duck'],
    ['input=', ''],
    ['input', ''],
    ['input=a=b', 'a=b'],
    ['x=1&input=duck&&y', 'duck'],
    ['%69nput=duck', 'duck'],
    ['input=a+b%2B', 'a b+'],
    ['input=%F0%9F%98%80', '😀'],
  ])('%s has the value "%s"', (query, value) => {
    expect(required(query, 'input')).toBe(value);
  });

  test.each([
    '',
    'Input=a',
    'inputs=a',
    'input=a&input=b',
    'input=%',
    'input=%ff',
    'input=é',
    'x=%zz&input=a',
  ])('"%s" is refused', (query) => {
    expect(() => required(query, 'input')).toThrow(expect.objectContaining({ status: 400 }));
  });

  test('may lack an optional parameter', () => {
    expect(optional('a=1', 'q')).toBeUndefined();
  });
});

describe('a whole number', () => {
  test('keeps its bounds', () => {
    expect(wholeNumber('n', '40', 0, 40)).toBe(40);
  });

  test.each(['', '41', '040', '-1', '+1', '1.0', '1e1', '0x1', '٣', ' 3'])(
    'is not "%s"',
    (text) => {
      expect(() => wholeNumber('n', text, 0, 40)).toThrow(expect.objectContaining({ status: 400 }));
    },
  );
});
