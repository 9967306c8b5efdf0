/** JSON documents are read strictly, and the text in them is kept as it was typed. */
'use strict';

const { Readable } = require('node:stream');
const { textIn } = require('../src/document');

/**
 * @param {string | Buffer} body
 * @param {string} [type]
 */
function requestOf(body, type = 'application/json') {
  const request = Readable.from([Buffer.from(body)]);
  return /** @type {any} */ (Object.assign(request, { headers: { 'content-type': type } }));
}

test.each([
  ['{"name":"x"}', 'x'],
  [' {"id":1,"name":"  a \\t "} ', '  a \t '],
  ['{"name":"\\ud83d\\ude00"}', '😀'],
  ['{"name":"a\\u0000b"}', 'a\0b'],
  ['{"__proto__":{"name":"y"},"name":"x"}', 'x'],
  [`{"name":"${'😀'.repeat(255)}"}`, '😀'.repeat(255)],
])('%s has its name', async (body, name) => {
  await expect(textIn(requestOf(body), 'name')).resolves.toBe(name);
});

test.each([
  '',
  '{"name":"x"',
  '{"name":"x"} x',
  '{"name":"x",}',
  "{'name':'x'}",
  '\ufeff{"name":"x"}',
  '[{"name":"x"}]',
  '"name"',
  'null',
  '{}',
  '{"__proto__":{"name":"x"}}',
  '{"name":null}',
  '{"name":["x"]}',
  '{"name":" \\n"}',
  '{"name":"a\\ud83d"}',
  `{"name":"${'n'.repeat(256)}"}`,
])('%s is refused', async (body) => {
  await expect(textIn(requestOf(body), 'name')).rejects.toMatchObject({ status: 400 });
});

test('bytes that are not UTF-8 are refused', async () => {
  const body = Buffer.from('{"name":"\xff"}', 'latin1');
  await expect(textIn(requestOf(body), 'name')).rejects.toMatchObject({ status: 400 });
});

test('a body over 64 KiB is refused', async () => {
  const body = ' '.repeat(64 * 1024 + 1);
  await expect(textIn(requestOf(body), 'name')).rejects.toMatchObject({ status: 413 });
});

test.each(['text/plain', 'application/jsonp', 'application/vnd.api+json', ''])(
  'the type "%s" is refused',
  async (type) => {
    const request = requestOf('{"name":"x"}', type);
    await expect(textIn(request, 'name')).rejects.toMatchObject({ status: 415 });
  },
);

test('a type is taken with any parameters and in any case', async () => {
  const request = requestOf('{"name":"x"}', 'Application/JSON ; Charset=UTF-8');
  await expect(textIn(request, 'name')).resolves.toBe('x');
});
