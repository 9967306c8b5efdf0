/** Contracts that break their schema are refused, with every problem by its JSON pointer. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { loadContracts } = require('../../src/contracts');
const { InvalidInput } = require('../../src/input/invalid-input');

const SCHEMA = path.resolve(__dirname, '../../../../contracts/schema/contract.schema.json');
const GOOD_CASE = {
  id: 'hello.get',
  description: 'greets',
  request: { path: '/hello' },
  response: { status: 200 },
};

/** @type {string} */
let folder;

beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'house-')), 'contracts');
  fs.mkdirSync(path.join(folder, 'schema'), { recursive: true });
  fs.copyFileSync(SCHEMA, path.join(folder, 'schema/contract.schema.json'));
  fs.writeFileSync(path.join(folder, 'workloads.json'), '["hello"]');
});

afterEach(() => fs.rmSync(path.dirname(folder), { recursive: true }));

/**
 * @param {unknown[]} cases
 * @param {object} [more] of the contract
 */
function write(cases, more = {}) {
  const base = { schemaVersion: '1.1', workload: 'hello', description: 'a greeting' };
  const contract = { ...base, ...more, cases };
  fs.writeFileSync(path.join(folder, 'hello.json'), JSON.stringify(contract));
}

/** @returns {string[]} such as `/cases/0/id: one of … | "x"` */
function problems() {
  try {
    loadContracts(folder);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput);
    return /** @type {InvalidInput} */ (error).problems.map(
      ({ pointer, expected, actual }) => `${pointer}: ${expected} | ${actual}`,
    );
  }
}

test('reads the contracts in the order of workloads.json, with their pages', () => {
  fs.mkdirSync(path.join(folder, 'pages'));
  fs.writeFileSync(path.join(folder, 'pages/a.html'), '<p>');
  write([{ ...GOOD_CASE, response: { status: 200, body: { page: 'pages/a.html' } } }]);
  const [contract] = loadContracts(folder);
  expect(contract).toMatchObject({ workload: 'hello', file: 'contracts/hello.json' });
  expect(contract.pages).toEqual({ 'pages/a.html': '<p>' });
});

test('tells a key that nobody knows, and which ones are known', () => {
  write([{ ...GOOD_CASE, speed: 9 }]);
  expect(problems()).toEqual([
    expect.stringMatching(/^\/cases\/0\/speed: no such key; known: id, .* \| 9$/),
  ]);
});

test('tells several problems of several cases at once', () => {
  write([
    { ...GOOD_CASE, id: 'Hello', request: { path: 'hello' } },
    { ...GOOD_CASE, description: undefined, response: { status: '200' } },
  ]);
  expect(problems().map((text) => text.split(':')[0])).toEqual([
    '/cases/0/id',
    '/cases/0/request/path',
    '/cases/1/description',
    '/cases/1/response/status',
  ]);
});

test('tells what is wrong within the step that was meant, not all that it could have been', () => {
  write([
    {
      id: 'hello.steps',
      description: 'takes steps',
      steps: [
        { wire: [{ send: 'GET' }, { close: 'politely' }] },
        { while: { request: { path: '/' } }, steps: [{ await: {} }] },
      ],
    },
  ]);
  expect(problems().sort()).toEqual([
    '/cases/0/steps/0/wire/1/close: one of "reset" | "politely"',
    '/cases/0/steps/1/steps/0/await/request: a value | nothing',
    '/cases/0/steps/1/steps/0/await/response: a value | nothing',
    '/cases/0/steps/1/steps/0/await/withinMillis: a value | nothing',
    '/cases/0/steps/1/while/connections: a value | nothing',
  ]);
});

test('tells a step of no kind which kinds there are', () => {
  write([{ id: 'hello.steps', description: 'takes steps', steps: [{ dance: true }] }]);
  expect(problems()).toEqual([
    expect.stringMatching(/^\/cases\/0\/steps\/0: exactly one of: .*"wire".* \| {"dance":true}$/),
  ]);
});

test('refuses a case that has both a request and steps, or neither', () => {
  write([
    { ...GOOD_CASE, steps: [{ temporaryFiles: 0 }] },
    { id: 'hello.none', description: 'does nothing' },
  ]);
  const expected = 'exactly one of: "request" and "response" | "steps"';
  expect(problems()).toEqual([
    expect.stringContaining(`/cases/0: ${expected}`),
    expect.stringContaining(`/cases/1: ${expected}`),
  ]);
});

test('refuses a pattern that is no regular expression', () => {
  write([{ ...GOOD_CASE, response: { status: 200, headers: { allow: { pattern: '(' } } } }]);
  expect(problems()).toEqual([
    '/cases/0/response/headers/allow/pattern: a regular expression | "("',
  ]);
});

test('refuses ids that are not unique, prefixes of others, and pages that are not there', () => {
  write([
    GOOD_CASE,
    { ...GOOD_CASE, id: 'hello.get', description: 'greets again' },
    { ...GOOD_CASE, id: 'hash.get', description: 'hashes' },
    { ...GOOD_CASE, id: 'hello.page', response: { status: 200, body: { page: 'pages/no.html' } } },
  ]);
  expect(problems()).toEqual([
    '/cases/2/id: an id that starts with "hello." | "hash.get"',
    '/cases/3/description: a description that no other case here has | "greets"',
    '/cases/3/response/body/page: a page that is there | "pages/no.html"',
  ]);
  write([GOOD_CASE, { ...GOOD_CASE, description: 'greets again' }]);
  expect(problems()).toEqual(['/cases/1/id: an id that no other case has | "hello.get"']);
});

test('takes words in braces within patterns', () => {
  write([
    { ...GOOD_CASE, response: { status: 200, body: { pattern: '^\\s*{{unique}}\\s*[,}]$' } } },
  ]);
  expect(problems()).toEqual([]);
});

test('refuses steps that end the server in a case that has none of its own', () => {
  const steps = [
    { restart: true },
    { stop: { exitCode: 0, withinMillis: 10 } },
    { while: { request: { path: '/' }, connections: 1 }, steps: [{ restart: true }] },
    { wire: [{ signal: 'SIGTERM' }] },
  ];
  write([{ id: 'hello.ends', description: 'ends', steps }]);
  expect(problems()).toEqual([
    '/cases/0/steps/0/restart: no "restart" in a case without "ownServer" | true',
    '/cases/0/steps/1/stop: no "stop" in a case without "ownServer" | {"exitCode":0,"withinMillis":10}',
    '/cases/0/steps/2/steps/0/restart: no "restart" in a case without "ownServer" | true',
    '/cases/0/steps/3/wire/0/signal: no "signal" in a case without "ownServer" | "SIGTERM"',
  ]);
  write([{ id: 'hello.ends', description: 'ends', ownServer: true, steps }]);
  expect(problems()).toEqual([]);
});

test('refuses what concerns a service in a contract that has none, or a case without services', () => {
  const steps = [{ service: 'down' }, { serviceConnectionsMax: 64 }];
  const down = { id: 'hello.down', description: 'goes down', steps };
  const without = {
    ...GOOD_CASE,
    id: 'hello.without',
    description: 'goes without',
    ownServer: true,
    withoutServices: true,
  };
  write([down, without]);
  expect(problems()).toEqual([
    '/cases/0/steps/0/service: no "service" in a contract without "service" | "down"',
    '/cases/0/steps/1/serviceConnectionsMax: no "serviceConnectionsMax" in a contract without "service" | 64',
    '/cases/1/withoutServices: no "withoutServices" in a contract without "service" | true',
  ]);
  write([down, without], { service: 'redis' });
  expect(problems()).toEqual([]);
  write([{ ...down, ownServer: true, withoutServices: true }], { service: 'redis' });
  expect(problems()).toEqual([
    '/cases/0/steps/0/service: no "service" in a case with "withoutServices" | "down"',
    '/cases/0/steps/1/serviceConnectionsMax: no "serviceConnectionsMax" in a case with "withoutServices" | 64',
  ]);
  write([{ ...without, ownServer: false }], { service: 'redis' });
  expect(problems()).toEqual([
    '/cases/0/withoutServices: no "withoutServices" in a case without "ownServer" | true',
  ]);
});

test('passes over the names of headers, captures and JSON that are called like steps', () => {
  const request = { path: '/', headers: { service: 'x' }, body: { json: { restart: true } } };
  const capture = { signal: { from: 'body', pattern: '(.)' } };
  const steps = [{ request, response: { status: 200 }, capture }];
  write([{ id: 'hello.names', description: 'has such names', steps }]);
  expect(problems()).toEqual([]);
});

const ROWS = [
  { id: 'hello.a', description: 'greets a', with: { name: 'a', status: 200 } },
  { id: 'hello.b', description: 'greets b', with: { name: 'b', status: 404 } },
];
const CASE_OF_ROWS = { request: { path: '/{{name}}' }, response: { status: '{{status}}' } };

test('makes plain cases of rows, and remembers where they stand', () => {
  write([GOOD_CASE, { rows: ROWS, ...CASE_OF_ROWS }]);
  const [{ cases }] = loadContracts(folder);
  expect(
    cases.map(({ id, request, response, place }) => [id, request?.path, response?.status, place]),
  ).toEqual([
    ['hello.get', '/hello', 200, '/cases/0'],
    ['hello.a', '/a', 200, '/cases/1 (row hello.a)'],
    ['hello.b', '/b', 404, '/cases/1 (row hello.b)'],
  ]);
});

test('holds what rows make to the schema and the rules, and tells once what is wrong with all of them', () => {
  const other = { id: 'hash.c', description: 'greets a', with: { name: 'b b', status: '404' } };
  const page = { status: 200, body: { page: 'pages/{{name}}.html' } };
  write([
    { rows: [...ROWS, other], ...CASE_OF_ROWS, timeoutMillis: 0 },
    {
      rows: [{ ...ROWS[0], id: 'hello.page', description: 'pages', with: { name: 'no' } }],
      request: { path: '/' },
      response: page,
    },
    {
      rows: [{ ...ROWS[0], id: 'hello.end', description: 'ends', with: { code: 0 } }],
      steps: [{ stop: { exitCode: '{{code}}', withinMillis: 9 } }],
    },
  ]);
  expect(problems()).toEqual([
    '/cases/0/timeoutMillis (row hello.a): >= 1 | 0',
    '/cases/0/request/path (row hash.c): must match pattern "^/[\\x21-\\x7e]*$" | "/b b"',
    '/cases/0/response/status (row hash.c): integer | "404"',
    '/cases/0/id (row hash.c): an id that starts with "hello." | "hash.c"',
    '/cases/0/description (row hash.c): a description that no other case here has | "greets a"',
    '/cases/2/steps/0/stop (row hello.end): no "stop" in a case without "ownServer" | {"exitCode":0,"withinMillis":9}',
    '/cases/1/response/body/page (row hello.page): a page that is there | "pages/no.html"',
  ]);
});

test('tells problems of names and words together with those of the other cases', () => {
  write(
    [
      { ...GOOD_CASE, request: 'got' },
      { rows: [{ ...ROWS[0], with: { name: 'a', status: 200, idle: 1 } }], ...CASE_OF_ROWS },
      { ...GOOD_CASE, id: 'hash.get' },
    ],
    { requests: { get: { path: '/hello' } } },
  );
  expect(problems()).toEqual([
    '/cases/0/request: a name in /requests: get | "got"',
    '/cases/1/rows/0/with/idle: a word that the case uses | "idle"',
    '/requests/get: a part that is used | "get"',
    '/cases/2/id: an id that starts with "hello." | "hash.get"',
  ]);
});

test('refuses a case that has an id and rows, rows without values, and a named part that is like another', () => {
  write(
    [
      { ...GOOD_CASE, rows: ROWS },
      { rows: [{ id: 'hello.a', description: 'greets a' }], ...CASE_OF_ROWS },
      { id: 'hello.like', description: 'likes', request: { like: 'a', paht: '/' }, response: 'b' },
    ],
    { requests: { a: { path: '/' }, b: { like: 'a' } } },
  );
  expect(problems().sort()).toEqual([
    expect.stringMatching(/^\/cases\/0: exactly one of: "id" and "description" \| "rows" \| /),
    '/cases/1/rows/0/with: a value | nothing',
    expect.stringMatching(
      /^\/cases\/2\/request\/paht: no such key; known: like, method, .* \| "\/"$/,
    ),
    expect.stringMatching(/^\/requests\/b\/like: no such key; known: method, .* \| "a"$/),
    '/requests/b/path: a value | nothing',
  ]);
});

test('refuses a matcher that nobody knows, at any depth of what is expected and nowhere else', () => {
  const json = { list: [{ id: { $type: 'int', $least: 1 } }], none: {}, $type: 'x' };
  const request = { path: '/', body: { json: { name: { $gt: '' } } } };
  write([
    { ...GOOD_CASE, request, response: { status: 200, body: { json } } },
    {
      ...GOOD_CASE,
      id: 'hello.includes',
      description: 'includes',
      response: { status: 200, body: { jsonIncludes: { a: { $pattern: '(', $minimum: '1' } } } },
    },
  ]);
  expect(problems().sort()).toEqual([
    '/cases/0/response/body/json/list/0/id/$least: no such key; known: $type, $pattern, $minimum | 1',
    expect.stringMatching(
      /^\/cases\/0\/response\/body\/json\/list\/0\/id\/\$type: one of "string", .* \| "int"$/,
    ),
    '/cases/1/response/body/jsonIncludes/a/$minimum: number | "1"',
    '/cases/1/response/body/jsonIncludes/a/$pattern: a regular expression | "("',
  ]);
});

test('refuses names and words of other characters', () => {
  write([{ rows: [{ ...ROWS[0], with: { n4me: 'a' } }], ...CASE_OF_ROWS }], {
    requests: { 'get-it': { path: '/' } },
  });
  expect(problems().sort()).toEqual([
    '/cases/0/rows/0/with: other key names | "n4me"',
    '/requests: other key names | "get-it"',
  ]);
});

test('refuses to capture from what is no place', () => {
  const capture = { a: { from: 'body:id' }, b: { from: 'body:/a~1b/0' }, c: { from: 'status' } };
  const steps = [{ request: { path: '/' }, response: { status: 200 }, capture }];
  write([{ id: 'hello.captures', description: 'captures', steps }]);
  expect(problems().map((text) => text.split(':')[0])).toEqual([
    '/cases/0/steps/0/capture/a/from',
    '/cases/0/steps/0/capture/c/from',
  ]);
});

test('reads what was written for 1.0, and nothing that comes after 1.1', () => {
  write([GOOD_CASE], { schemaVersion: '1.0' });
  expect(problems()).toEqual([]);
  write([GOOD_CASE], { schemaVersion: '1.2' });
  expect(problems()).toEqual(['/schemaVersion: one of "1.0", "1.1" | "1.2"']);
});

test('refuses a service that nobody knows', () => {
  write([GOOD_CASE], { service: 'oracle' });
  expect(problems()).toEqual(['/service: one of "redis", "mysql", "mongodb" | "oracle"']);
});

test('tells a file that is not JSON, or not there', () => {
  fs.writeFileSync(path.join(folder, 'workloads.json'), '["hello", "hash"]');
  fs.writeFileSync(path.join(folder, 'hello.json'), '{');
  expect(problems()).toEqual([
    expect.stringMatching(/^: JSON \| /),
    expect.stringMatching(/^: a readable file \| ENOENT/),
  ]);
});
