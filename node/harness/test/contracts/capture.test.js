/** Captures find headers, texts and JSON by pointer; what they find keeps its type where JSON stands. */
'use strict';

const { captureOf } = require('../../src/contracts/capture');
const { replaceWords } = require('../../src/contracts/words');

/**
 * @param {string} body
 * @param {{ from: string, pattern?: string }} where
 */
function captured(body, where) {
  return captureOf(
    'it',
    where,
  )({
    header: (name) => (name === 'location' ? '/notes/17' : undefined),
    text: () => body,
    json: () => {
      try {
        return JSON.parse(body);
      } catch {
        return undefined;
      }
    },
  });
}

const JSON_BODY = '{"id":17,"a/b":[{"~":true}],"none":null,"text":"a1"}';

test.each([
  ['a number by pointer', { from: 'body:/id' }, 17],
  ['keys with slashes and tildes', { from: 'body:/a~1b/0/~0' }, true],
  ['null', { from: 'body:/none' }, null],
  ['the whole document', { from: 'body:' }, JSON.parse(JSON_BODY)],
  ['a group of a number, as text', { from: 'body:/id', pattern: '^(\\d)7$' }, '1'],
  ['a group of JSON, as text', { from: 'body:/a~1b', pattern: '(tr.e)' }, 'true'],
  ['a group of a text', { from: 'body:/text', pattern: '([0-9])' }, '1'],
  ['a whole header', { from: 'header:location' }, '/notes/17'],
  ['a group of a header', { from: 'header:location', pattern: '/([0-9]+)$' }, '17'],
  ['a group of the body', { from: 'body', pattern: '"text":"(.)' }, 'a'],
])('captures %s', (_name, where, value) => {
  expect(captured(JSON_BODY, where)).toEqual({ value });
});

test.each([
  ['what is not there', JSON_BODY, { from: 'body:/a~1b/1' }, 'body /a~1b/1: a value | absent'],
  [
    'what is within a text',
    JSON_BODY,
    { from: 'body:/text/length' },
    'body /text/length: a value | absent',
  ],
  [
    'what does not match',
    JSON_BODY,
    { from: 'body:/id', pattern: '(a)' },
    'body /id: matching /(a)/ | 17',
  ],
  ['a body of no JSON', 'seven', { from: 'body:/id' }, 'body: a JSON body | "seven"'],
  ['a header that is absent', '', { from: 'header:etag' }, 'header:etag: a value | absent'],
  [
    'a header that does not match',
    '',
    { from: 'header:location', pattern: '(a)' },
    'header:location: matching /(a)/ | "/notes/17"',
  ],
])('tells %s', (_name, body, where, told) => {
  const [what, expected, actual] = told.split(/: | \| /);
  expect(captured(body, where)).toEqual({ what, expected: `${expected}, to capture it`, actual });
});

test('a word keeps its type where it stands alone in JSON, and is text elsewhere', () => {
  const words = new Map(Object.entries({ id: 17, ok: true, list: ['a'], text: 'x' }));
  const step = {
    request: {
      path: '/{{id}}/{{text}}',
      headers: { 'X-Id': '{{id}}' },
      body: { text: '{{list}}' },
    },
    response: {
      body: {
        jsonIncludes: { id: '{{id}}', in: 'no {{id}}, {{ok}}', all: ['{{list}}', '{{text}}'] },
      },
    },
  };
  expect(replaceWords(step, words)).toEqual({
    request: { path: '/17/x', headers: { 'X-Id': '17' }, body: { text: '["a"]' } },
    response: { body: { jsonIncludes: { id: 17, in: 'no 17, true', all: [['a'], 'x'] } } },
  });
});
