/** Queries and forms are decoded, or refused where a parser would repair or join. */
'use strict';

const { parametersOf, refuseOtherThanUtf8 } = require('../http/parameters');

const INVALID = expect.objectContaining({ reason: 'invalid' });

test.each([
  ['input=duck', 'duck'],
  ['input=', ''],
  ['input', ''],
  ['input=a=b', 'a=b'],
  ['x=1&input=duck&&y', 'duck'],
  ['%69nput=duck', 'duck'],
  ['input=a+b%2B', 'a b+'],
  ['input=%F0%9F%98%80', '😀'],
])('%s has the value "%s"', (text, value) => {
  expect(parametersOf(text).input).toBe(value);
});

test.each(['', null, 'Input=a', 'inputs=a', '__proto__=a'])('%s has no value', (text) => {
  expect(parametersOf(text).input).toBeUndefined();
});

test.each(['input=a&input=b', 'input=a&%69nput=b', 'input=%', 'input=%ff', 'x=%zz&input=a'])(
  '%s is refused',
  (text) => {
    expect(() => parametersOf(text)).toThrow(INVALID);
  },
);

test('bytes that are not UTF-8 are refused', () => {
  expect(() => refuseOtherThanUtf8(Buffer.from('a\xff', 'latin1'))).toThrow(INVALID);
  expect(() => refuseOtherThanUtf8(Buffer.from('aé😀'))).not.toThrow();
});
