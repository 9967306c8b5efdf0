/** Each expectation of a response holds when it should, and tells what differs when it does not. */
'use strict';

const { holdResponse } = require('../../src/contracts/hold-response');

const PAGE = '<table>\n  <tr><td>one</td></tr>\n</table>';

/**
 * @param {object} parts
 * @param {number} [parts.status]
 * @param {Record<string, string>} [parts.headers]
 * @param {string | Buffer} [parts.body]
 * @param {object} expected besides the status
 * @returns {string[]} such as `body: expected "a", actual "b"`
 */
function differences({ status = 200, headers = {}, body = '' }, expected) {
  const response = { status, headers, body: Buffer.from(body) };
  return holdResponse(response, { status: 200, ...expected }, () => PAGE).map(
    ({ what, expected: wanted, actual }) => `${what}: expected ${wanted}, actual ${actual}`,
  );
}

/** @param {object} change */
function problemBody(change = {}) {
  return JSON.stringify({
    type: 'about:blank',
    title: 'No',
    status: 400,
    detail: 'Not so',
    ...change,
  });
}

const PROBLEM = { status: 400, headers: { 'content-type': 'application/problem+json' } };
const ITEMS = { body: { items: { count: 2, size: 16 } } };

test.each([
  [
    'content type without regard to case, order and blanks',
    { headers: { 'content-type': 'Text/Plain;b=1; charset="UTF-8"' } },
    { contentType: 'text/plain; charset=utf-8; b=1' },
  ],
  ['header that is equal', { headers: { location: '/a' } }, { headers: { location: '/a' } }],
  [
    'header that matches',
    { headers: { location: '/a/17' } },
    { headers: { location: { pattern: '^/a/\\d+$' } } },
  ],
  ['header that is absent', {}, { headers: { location: { absent: true } } }],
  [
    'list in any order and case',
    { headers: { allow: 'head,GET' } },
    { headers: { allow: { list: ['GET', 'HEAD'] } } },
  ],
  ['text', { body: 'ä' }, { body: { text: 'ä' } }],
  ['JSON in any order', { body: '{"b":[1],"a":null}' }, { body: { json: { a: null, b: [1] } } }],
  [
    'JSON that includes',
    { body: '{"a":{"x":1,"y":2},"b":2,"c":[{"z":3,"w":4}]}' },
    { body: { jsonIncludes: { a: { x: 1 }, c: [{ z: 3 }] } } },
  ],
  [
    'JSON of the types that are asked for',
    { body: '["s",1.5,7.0,true,{},[],null]' },
    {
      body: {
        json: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map(
          ($type) => ({
            $type,
          }),
        ),
      },
    },
  ],
  [
    'matchers with several keys',
    { body: '{"id":1,"time":"2026-01-01Z","none":{}}' },
    {
      body: {
        json: {
          id: { $type: 'integer', $minimum: 1 },
          time: { $type: 'string', $pattern: 'Z$' },
          none: {},
        },
      },
    },
  ],
  [
    'an object of which only some keys begin with $',
    { body: '{"$type":"string","a":1}' },
    { body: { json: { $type: 'string', a: 1 } } },
  ],
  [
    'JSON with a charset, which has no meaning there',
    { headers: { 'content-type': 'Application/JSON;charset=UTF-8' } },
    { contentType: 'application/json' },
  ],
  ['pattern', { body: 'one two' }, { body: { pattern: 't.o' } }],
  ['empty body', {}, { body: { empty: true } }],
  [
    'page that is laid out otherwise',
    { body: '<table><tbody><tr><td> one' },
    { body: { page: 'pages/a.html' } },
  ],
  ['items', { body: '{"seq":0,"p":1}\n{"seq":1      }\n' }, ITEMS],
  ['problem', { ...PROBLEM, body: problemBody() }, { status: 400, problem: true }],
  ['body that excludes', { body: 'fine' }, { bodyExcludes: ['at java.'] }],
  ['empty server header', { headers: { server: '' } }, {}],
])('holds: %s', (_name, response, expected) => {
  expect(differences(response, expected)).toEqual([]);
});

test.each([
  ['status', { status: 500, body: 'oh' }, {}, 'status: expected 200, actual 500 with body "oh"'],
  [
    'content type',
    { headers: { 'content-type': 'text/html' } },
    { contentType: 'text/plain' },
    'header content-type: expected text/plain, actual text/html',
  ],
  ['header', {}, { headers: { location: '/a' } }, 'header location: expected "/a", actual absent'],
  [
    'absent header',
    { headers: { etag: 'x' } },
    { headers: { etag: { absent: true } } },
    'header etag: expected absent, actual "x"',
  ],
  [
    'pattern of a header',
    { headers: { location: '/b' } },
    { headers: { location: { pattern: '^/a' } } },
    'header location: expected matching /^/a/, actual "/b"',
  ],
  [
    'list',
    { headers: { allow: 'GET' } },
    { headers: { allow: { list: ['GET', 'HEAD'] } } },
    'header allow: expected the list GET, HEAD, actual "GET"',
  ],
  ['text', { body: 'b' }, { body: { text: 'a' } }, 'body: expected "a", actual "b"'],
  [
    'JSON type',
    { body: '{"a":"1"}' },
    { body: { json: { a: 1 } } },
    'body /a: expected 1, actual "1"',
  ],
  [
    'JSON with another parameter',
    { headers: { 'content-type': 'application/json; charset=latin1' } },
    { contentType: 'application/json' },
    'header content-type: expected application/json, actual application/json; charset=latin1',
  ],
  [
    'key too many',
    { body: '{"a":1,"b/c":[2]}' },
    { body: { json: { a: 1 } } },
    'body /b~1c: expected absent, actual [2]',
  ],
  [
    'key that is missing',
    { body: '{}' },
    { body: { json: { a: null } } },
    'body /a: expected null, actual absent',
  ],
  [
    'array of another length',
    { body: '{"a":[1,2]}' },
    { body: { jsonIncludes: { a: [1] } } },
    'body /a: expected an array of 1 element, actual [1,2]',
  ],
  [
    'element of an array',
    { body: '[1,{"a":2}]' },
    { body: { json: [1, { a: 3 }] } },
    'body /1/a: expected 3, actual 2',
  ],
  [
    'other kind of value',
    { body: '{"a":"x"}' },
    { body: { json: { a: { b: 1 } } } },
    'body /a: expected {"b":1}, actual "x"',
  ],
  [
    'type and minimum',
    { body: '{"id":"7"}' },
    { body: { json: { id: { $type: 'integer', $minimum: 1 } } } },
    'body /id: expected an integer of at least 1, actual "7"',
  ],
  [
    'fraction',
    { body: '1.5' },
    { body: { json: { $type: 'integer' } } },
    'body: expected an integer, actual 1.5',
  ],
  [
    'number under the minimum',
    { body: '{"id":0}' },
    { body: { json: { id: { $minimum: 1 } } } },
    'body /id: expected a number of at least 1, actual 0',
  ],
  [
    'pattern of a number',
    { body: '{"id":7}' },
    { body: { json: { id: { $pattern: '7' } } } },
    'body /id: expected a string matching /7/, actual 7',
  ],
  [
    'matcher of nothing',
    { body: '{}' },
    { body: { jsonIncludes: { id: { $type: 'null' } } } },
    'body /id: expected null, actual absent',
  ],
  ['JSON', { body: 'a' }, { body: { json: 'a' } }, 'body: expected "a", actual "a", not JSON'],
  [
    'included key',
    { body: '{"b":2}' },
    { body: { jsonIncludes: { a: 1 } } },
    'body /a: expected 1, actual absent',
  ],
  [
    'body of no object',
    { body: '[1]' },
    { body: { jsonIncludes: { a: 1 } } },
    'body: expected {"a":1}, actual [1]',
  ],
  [
    'pattern',
    { body: 'one' },
    { body: { pattern: '^two' } },
    'body: expected matching /^two/, actual "one"',
  ],
  ['empty body', { body: ' ' }, { body: { empty: true } }, 'body: expected empty, actual " "'],
  [
    'page',
    { body: '<table><tr><td>two</td></tr></table>' },
    { body: { page: 'pages/a.html' } },
    'line 5 of the normal form of pages/a.html: expected "one", actual "two"',
  ],
  [
    'page that ends early',
    { body: '<table><tr><td></td></tr></table>' },
    { body: { page: 'pages/a.html' } },
    'line 5 of the normal form of pages/a.html: expected "one", actual the end of the page',
  ],
  [
    'number of an item',
    { body: '{"seq":0,"p":1}\n{"seq":2,"p":1}\n' },
    ITEMS,
    'body line 1: expected a line that starts with {"seq":1, actual "{\\"seq\\":2,\\"p\\":1}\\n"',
  ],
  [
    'longer number of an item',
    { body: '{"seq":01,"p":1}'.slice(0, 15) + '\n' },
    ITEMS,
    'body line 0: expected a line that starts with {"seq":0, actual "{\\"seq\\":01,\\"p\\":1\\n"',
  ],
  [
    'size of an item',
    { body: '{"seq":0}\n{"seq":1}\n' },
    ITEMS,
    'body line 0: expected 16 bytes with the newline, actual "{\\"seq\\":0}\\n{\\"seq\\""',
  ],
  [
    'item that is no JSON',
    { body: '{"seq":0,"p":x}\n' },
    ITEMS,
    'body line 0: expected a JSON object, actual "{\\"seq\\":0,\\"p\\":x}\\n"',
  ],
  [
    'count of items',
    { body: '{"seq":0,"p":1}\n{"se' },
    ITEMS,
    'body: expected 2 lines, actual 1 lines and 4 bytes',
  ],
  [
    'problem of no JSON',
    { ...PROBLEM, body: 'no' },
    { status: 400, problem: true },
    'body: expected a problem as JSON (RFC 9457), actual "no"',
  ],
  [
    'title of a problem',
    { ...PROBLEM, body: problemBody({ title: '' }) },
    { status: 400, problem: true },
    'problem title: expected a text, actual ""',
  ],
  [
    'status of a problem',
    { ...PROBLEM, body: problemBody({ status: 404 }) },
    { status: 400, problem: true },
    'problem status: expected 400, actual 404',
  ],
  [
    'media type of a problem',
    { status: 400, headers: { 'content-type': 'application/json' }, body: problemBody() },
    { status: 400, problem: true },
    'header content-type: expected application/problem+json, actual "application/json"',
  ],
  [
    'excluded text',
    { body: 'at java.lang' },
    { bodyExcludes: ['at java.'] },
    'body: expected without "at java.", actual "at java.lang"',
  ],
  [
    'banner',
    { headers: { 'x-powered-by': 'Express' } },
    {},
    'header x-powered-by: expected absent, as no server tells what it is made of, actual "Express"',
  ],
])('tells: %s', (_name, response, expected, message) => {
  expect(differences(response, expected)).toEqual([message]);
});

test('tells all that is wrong with a JSON body at once', () => {
  const body = { json: { id: { $type: 'integer' }, name: 'x', list: [1, 2] } };
  expect(differences({ body: '{"name":"y","list":[1,3],"more":null}' }, { body })).toEqual([
    'body /id: expected an integer, actual absent',
    'body /name: expected "x", actual "y"',
    'body /list/1: expected 2, actual 3',
    'body /more: expected absent, actual null',
  ]);
});

test('tells all that is wrong at once', () => {
  const expected = { contentType: 'text/plain', body: { text: 'a' }, headers: { etag: 'x' } };
  expect(differences({ status: 404 }, expected)).toHaveLength(4);
});
