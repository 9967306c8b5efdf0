/** Named parts and rows become plain cases when a contract is loaded; what is wrong with them is told all at once. */
'use strict';

const { expandContract } = require('../../src/contracts/expand-contract');

const OK = { status: 200 };

/**
 * @param {object} written besides what every contract has
 * @returns {{ cases: any[], load?: any, problems: string[] }}
 */
function expanded(written) {
  /** @type {string[]} */
  const problems = [];
  const report = (
    /** @type {string} */ pointer,
    /** @type {string} */ expected,
    /** @type {unknown} */ actual,
  ) => problems.push(`${pointer}: ${expected} | ${JSON.stringify(actual)}`);
  const { cases, load } = expandContract({ workload: 'notes', ...written }, report);
  return { cases, load, problems };
}

const POST = { method: 'POST', path: '/notes', body: { json: { name: 'x' } } };
const PARTS = {
  requests: { post: POST, get: { path: '/notes/{{id}}' } },
  responses: { created: { status: 201, problem: true }, found: OK },
  exchanges: { post: { request: 'post', response: 'created', withinMillis: 50 } },
};

test('puts named parts in place wherever a request, a response or a step stands', () => {
  const one = { request: 'get', response: 'found' };
  const found = { request: { path: '/notes/{{id}}' }, response: OK };
  const post = { request: POST, response: { status: 201, problem: true }, withinMillis: 50 };
  const steps = [
    'post',
    { await: { ...one, withinMillis: 9 } },
    { while: { request: 'get', connections: 2 }, steps: ['post'] },
    { concurrently: { lanes: 1, times: 1 }, steps: ['post', one] },
    { wire: [{ meanwhile: ['post'] }], response: 'found' },
  ];
  const { cases, load, problems } = expanded({
    ...PARTS,
    cases: [
      { id: 'notes.one', description: 'gets one', ...one },
      { id: 'notes.all', description: 'does all', steps, memory: { warmUp: ['post'] } },
    ],
    load: { connections: 1, exchanges: ['post', one] },
  });
  expect(problems).toEqual([]);
  expect(cases).toEqual([
    { id: 'notes.one', description: 'gets one', ...found, place: '/cases/0' },
    {
      id: 'notes.all',
      description: 'does all',
      place: '/cases/1',
      memory: { warmUp: [post] },
      steps: [
        post,
        { await: { ...found, withinMillis: 9 } },
        { while: { request: found.request, connections: 2 }, steps: [post] },
        { concurrently: { lanes: 1, times: 1 }, steps: [post, found] },
        { wire: [{ meanwhile: [post] }], response: OK },
      ],
    },
  ]);
  expect(load).toEqual({ connections: 1, exchanges: [post, found] });
});

test('puts the keys of what is like a named part in place of its own, key by key', () => {
  const request = { like: 'post', method: 'PUT', body: { text: 'x' } };
  const steps = [
    { like: 'post', response: { like: 'created', status: 200 } },
    { request, response: 'found' },
    { request: 'get', response: OK },
  ];
  const { cases, problems } = expanded({
    ...PARTS,
    cases: [{ id: 'notes.like', description: 'likes', steps }],
  });
  expect(problems).toEqual([]);
  expect(cases[0].steps).toEqual([
    { request: POST, response: { status: 200, problem: true }, withinMillis: 50 },
    { request: { method: 'PUT', path: '/notes', body: { text: 'x' } }, response: OK },
    { request: { path: '/notes/{{id}}' }, response: OK },
  ]);
});

test('leaves data alone that looks like a name', () => {
  const request = { path: '/', headers: { response: 'found' }, body: { json: { like: 'post' } } };
  const step = {
    request,
    response: { status: 200, body: { json: { request: 'get', steps: ['post'] } } },
    capture: { request: { from: 'body' } },
  };
  const { cases, problems } = expanded({
    cases: [{ id: 'notes.data', description: 'has data', steps: [step] }],
  });
  expect(problems).toEqual([]);
  expect(cases[0].steps).toEqual([step]);
});

test('makes one case a row, in order, with the values in the place of the words', () => {
  const pattern = {
    timeoutMillis: 9,
    request: { path: '/notes/{{id}}', headers: { 'X-Type': '{{type}}' }, body: '{{body}}' },
    response: { status: '{{status}}', body: { jsonIncludes: { id: '{{id}}', of: 'a {{id}}' } } },
  };
  const { cases, problems } = expanded({
    cases: [
      {
        ...pattern,
        rows: [
          {
            id: 'notes.a',
            description: 'takes a',
            with: { id: 7, type: 'a', body: { json: [null] }, status: 200 },
          },
          {
            id: 'notes.b',
            description: 'takes b',
            because: 'b is not a',
            with: { status: 404, id: '{{unique}}', type: 'b', body: { fill: { bytes: 1 } } },
          },
        ],
      },
      { id: 'notes.c', description: 'is plain', request: { path: '/{{id}}' }, response: OK },
    ],
  });
  expect(problems).toEqual([]);
  expect(cases).toEqual([
    {
      id: 'notes.a',
      description: 'takes a',
      timeoutMillis: 9,
      request: { path: '/notes/7', headers: { 'X-Type': 'a' }, body: { json: [null] } },
      response: { status: 200, body: { jsonIncludes: { id: 7, of: 'a 7' } } },
      place: '/cases/0 (row notes.a)',
    },
    {
      id: 'notes.b',
      description: 'takes b',
      because: 'b is not a',
      timeoutMillis: 9,
      request: {
        path: '/notes/{{unique}}',
        headers: { 'X-Type': 'b' },
        body: { fill: { bytes: 1 } },
      },
      response: { status: 404, body: { jsonIncludes: { id: '{{unique}}', of: 'a {{unique}}' } } },
      place: '/cases/0 (row notes.b)',
    },
    {
      id: 'notes.c',
      description: 'is plain',
      request: { path: '/{{id}}' },
      response: OK,
      place: '/cases/1',
    },
  ]);
});

test('lets a row choose parts by name, and fills in the words of what a name brings', () => {
  const { cases, problems } = expanded({
    requests: { get: { path: '/notes/{{note}}' } },
    responses: { found: OK, missing: { status: 404 } },
    cases: [
      {
        rows: [
          { id: 'notes.a', description: 'finds a', with: { note: 'a', response: 'found' } },
          { id: 'notes.b', description: 'misses b', with: { note: 'b', response: 'missing' } },
        ],
        request: 'get',
        response: '{{response}}',
      },
    ],
  });
  expect(problems).toEqual([]);
  expect(cases.map(({ request, response }) => [request.path, response.status])).toEqual([
    ['/notes/a', 200],
    ['/notes/b', 404],
  ]);
});

test('tells every name that is unknown and every part that is not used, and leaves out the cases', () => {
  const { cases, problems } = expanded({
    requests: { get: { path: '/' }, idle: { path: '/' } },
    responses: { found: OK },
    exchanges: {
      one: { request: 'got', response: 'found' },
      other: { request: 'get', response: OK },
    },
    cases: [
      { id: 'notes.a', description: 'a', request: { like: 'gets', path: '/' }, response: 'lost' },
      { id: 'notes.b', description: 'b', steps: ['one', 'two', { like: 'constructor' }] },
      { id: 'notes.c', description: 'c', request: 'get', response: 'found' },
    ],
  });
  expect(problems).toEqual([
    '/exchanges/one/request: a name in /requests: get, idle | "got"',
    '/cases/0/request/like: a name in /requests: get, idle | "gets"',
    '/cases/0/response: a name in /responses: found | "lost"',
    '/cases/1/steps/1: a name in /exchanges: one, other | "two"',
    '/cases/1/steps/2/like: a name in /exchanges: one, other | "constructor"',
    '/requests/idle: a part that is used | "idle"',
    '/exchanges/other: a part that is used | "other"',
  ]);
  expect(cases.map(({ id }) => id)).toEqual(['notes.c']);
});

test('tells which names there are when there is none', () => {
  const { problems } = expanded({
    cases: [{ id: 'notes.a', description: 'a', request: 'get', response: OK }],
  });
  expect(problems).toEqual(['/cases/0/request: a name in /requests: there is none | "get"']);
});

test('tells words that differ between rows, that the case does not use, or that are taken', () => {
  const row = (/** @type {string} */ name, /** @type {object} */ values) => ({
    id: `notes.${name}`,
    description: `takes ${name}`,
    with: values,
  });
  const steps = [
    {
      request: { path: '/{{note}}/{{unique}}' },
      response: OK,
      capture: { id: { from: 'body' } },
    },
    { request: { path: '/{{id}}' }, response: OK },
  ];
  const { cases, problems } = expanded({
    cases: [
      {
        rows: [
          row('a', { note: 'a', id: '7', idle: 1, unique: 'u' }),
          row('b', { note: 'b', id: '8', unique: 'u' }),
          row('c', { unique: 'u', idle: 1, id: '9', note: 'c' }),
        ],
        steps,
      },
    ],
  });
  expect(problems).toEqual([
    '/cases/0/rows/0/with/id: a word other than "unique" and the captures of the case | "id"',
    '/cases/0/rows/0/with/idle: a word that the case uses | "idle"',
    '/cases/0/rows/0/with/unique: a word other than "unique" and the captures of the case | "unique"',
    '/cases/0/rows/1/with: the words of the first row: note, id, idle, unique | ["note","id","unique"]',
  ]);
  expect(cases).toEqual([]);
});
