/** Load that writes, then reads what it wrote: words, captures, and what ends a lap. */
'use strict';

const { runDriver } = require('./run-driver');
const { closeServers, greet, serve, sliceOf } = require('./serving');

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

jest.setTimeout(30_000);

afterEach(closeServers);

const POST = {
  request: { method: 'POST', path: '/notes', body: { json: { name: 'é {{unique}}' } } },
  response: { status: 201, body: { jsonIncludes: { name: 'é {{unique}}' } } },
  capture: { id: { from: 'header:location', pattern: '^/notes/([0-9]+)$' } },
};
const GET = {
  request: { path: '/notes/{{id}}', headers: { 'X-Note': '{{id}}' } },
  response: {
    status: 200,
    headers: { 'x-note': '{{id}}' },
    body: { pattern: '"id":{{id}},"name":"é {{unique}}"' },
  },
};

/**
 * A server that keeps notes.
 *
 * @param {(request: IncomingMessage, response: ServerResponse, at: number) => boolean} [fault]
 *   answers instead; `at` counts requests
 */
async function noteServer(fault = () => false) {
  /** @type {Map<string, string>} */
  const notes = new Map();
  /** @type {{ method?: string, url?: string, isFirst: boolean }[]} */
  const log = [];
  const sockets = new WeakSet();
  const url = await serve(async (request, response) => {
    const { method, url: at = '', socket } = request;
    log.push({ method, url: at, isFirst: !sockets.has(socket) });
    sockets.add(socket);
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (fault(request, response, log.length)) return;
    if (method === 'POST') {
      notes.set(String(log.length), JSON.parse(body).name);
      response.writeHead(201, { Location: `/notes/${log.length}` }).end(body);
    } else {
      const id = at.slice('/notes/'.length);
      if (!notes.has(id)) return void response.writeHead(404).end();
      const text = JSON.stringify({ id: Number(id), name: notes.get(id) });
      response.writeHead(200, { 'X-Note': String(request.headers['x-note']) }).end(text);
    }
  });
  return { url, notes, log };
}

/** Long enough for some laps, though the machine stands still for a while. */
const LOOPS = [
  { loop: 'closed', pace: { seconds: 2 } },
  { loop: 'open', pace: { seconds: 2, ratePerSecond: 400 } },
];

test.each(LOOPS)(
  'a lap of the $loop loop has a token of its own, and later exchanges use what earlier ones captured',
  async ({ pace }) => {
    const { url, notes, log } = await noteServer();
    const { samples } = await runDriver(sliceOf(url, [POST, GET], pace));
    const [{ errors, exchanges, responses, valid }] = samples;
    expect(errors).toEqual({ total: 0, kinds: {} });
    expect(valid).toBeGreaterThan(4);
    expect(exchanges.map((/** @type {any} */ { name }) => name)).toEqual([
      'POST /notes',
      'GET /notes/{{id}}',
    ]);
    const [posts, gets] = exchanges.map((/** @type {any} */ { right }) => right);
    expect(posts + gets).toBe(responses);
    expect(posts - gets).toBeGreaterThanOrEqual(0);
    expect(posts - gets).toBeLessThanOrEqual(4);
    expect(log).toHaveLength(responses);
    expect(new Set(notes.values()).size).toBe(posts);
    for (const name of notes.values()) expect(name).toMatch(/^é [a-z0-9]{8}$/);
  },
);

test('a lap captures from a body that comes in pieces', async () => {
  const url = await serve((request, response) => {
    if (request.method !== 'POST') return greet(response, request.url);
    response.write('{"key":"a');
    setTimeout(() => response.end('bc"}'), 1);
  });
  const capture = { key: { from: 'body', pattern: '"key":"([a-z]+)"' } };
  const exchanges = [
    { request: { method: 'POST', path: '/' }, response: { status: 200 }, capture },
    { request: { path: '/{{key}}' }, response: { status: 200, body: { text: '/abc' } } },
  ];
  const { samples } = await runDriver(sliceOf(url, exchanges));
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].exchanges[1]).toMatchObject({ name: 'GET /{{key}}' });
  expect(samples[0].exchanges[1].right).toBeGreaterThan(0);
});

test('a lap captures from JSON by pointer, and what it captured keeps its type in JSON', async () => {
  const sent = /** @type {Set<string>} */ (new Set());
  const url = await serve(async (request, response) => {
    if (request.method === 'GET') return void response.end('{"id": 7.0, "more": [{"ok": true}]}');
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    sent.add(body);
    response.end(`{"same": 7, "path": "${request.url}"}`);
  });
  const exchanges = [
    {
      request: { path: '/' },
      response: {
        status: 200,
        body: { jsonIncludes: { id: { $type: 'integer', $minimum: 7 }, more: [{ ok: true }] } },
      },
      capture: { id: { from: 'body:/id' }, ok: { from: 'body:/more/0/ok' } },
    },
    {
      request: { method: 'PUT', path: '/{{id}}', body: { json: ['{{id}}', '{{ok}}', 'a {{id}}'] } },
      response: {
        status: 200,
        body: { json: { same: '{{id}}', path: { $pattern: '^/{{id}}$' } } },
      },
    },
  ];
  const { samples } = await runDriver(sliceOf(url, exchanges));
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].exchanges[1].right).toBeGreaterThan(0);
  expect([...sent]).toEqual(['[7,true,"a 7"]']);
});

test('JSON that differs is told place by place, and a pointer to nothing is an error', async () => {
  const url = await serve((_, response) => void response.end('{"id": "7", "name": "x"}'));
  const wrong = {
    request: { path: '/wrong' },
    response: { status: 200, body: { json: { id: { $type: 'integer' }, name: 'y' } } },
  };
  const lost = {
    request: { path: '/lost' },
    response: { status: 200 },
    capture: { key: { from: 'body:/key' } },
  };
  for (const { exchange, example } of [
    {
      exchange: wrong,
      example:
        'GET /wrong: body /id: expected an integer, got "7"; body /name: expected "y", got "x"',
    },
    {
      exchange: lost,
      example: 'GET /lost: body /key: expected a value, to capture key, got absent',
    },
  ]) {
    const { samples } = await runDriver(sliceOf(url, [exchange]));
    expect(samples[0].valid).toBe(0);
    expect(samples[0].errors.kinds.body.examples[0]).toBe(example);
  }
});

test.each(LOOPS)(
  'a connection of the $loop loop begins a new lap after an answer that was wrong: what it did not bring is not asked for',
  async ({ pace }) => {
    const { url, log } = await noteServer((_, response, at) => {
      if (at % 10 !== 3) return false;
      const detail = 'Redis does not answer.';
      response.writeHead(503, { 'Content-Type': 'application/problem+json' });
      response.end(JSON.stringify({ type: 'about:blank', title: 'No', status: 503, detail }));
      return true;
    });
    const { samples } = await runDriver(sliceOf(url, [POST, GET], pace));
    const { errors, exchanges } = samples[0];
    expect(Object.keys(errors.kinds)).toEqual(['status']);
    const [example] = errors.kinds.status.examples;
    expect(example).toMatch(/^(POST|GET) \/notes.*: expected status 20[01], got 503 with body/);
    expect(example).toContain('Redis does not answer.');
    expect(log.filter(({ url: at }) => at?.includes('{'))).toEqual([]);
    const wrong = exchanges.map((/** @type {any} */ each) => each.responses - each.right);
    expect(wrong[0] + wrong[1]).toBe(errors.total);
  },
);

test('a connection begins a new lap when a capture finds nothing, which is an error', async () => {
  const { url, log } = await noteServer((request, response) => {
    if (request.method !== 'POST') return false;
    response.writeHead(201, { Location: '/notes/none' }).end();
    return true;
  });
  const post = { ...POST, response: { status: 201 } };
  const { samples } = await runDriver(sliceOf(url, [post, GET]));
  expect(samples[0].valid).toBe(0);
  expect(samples[0].errors.kinds.header.examples[0]).toBe(
    'POST /notes: header:location: expected matching /^/notes/([0-9]+)$/, to capture id, got "/notes/none"',
  );
  expect(log.filter(({ method }) => method === 'GET')).toEqual([]);
});

test.each(LOOPS)(
  'a connection of the $loop loop begins a new lap on the connection that follows a lost one',
  async ({ pace }) => {
    const { url, log } = await noteServer((request, response) => {
      const isLost = request.method === 'GET' && Number(request.headers['x-note']) % 5 === 0;
      if (isLost) response.destroy();
      return isLost;
    });
    const { samples } = await runDriver(sliceOf(url, [POST, GET], pace));
    expect(Object.keys(samples[0].errors.kinds)).toEqual(['connection']);
    const first = log.filter(({ isFirst }) => isFirst);
    expect(first.length).toBeGreaterThan(4);
    expect(first.filter(({ method }) => method !== 'POST')).toEqual([]);
  },
);

test('a connection goes on with its lap where the server announced that it closes the connection', async () => {
  const { url, log } = await noteServer((request, response, at) => {
    if (at % 7 === 0) response.setHeader('Connection', 'close');
    return false;
  });
  const { samples } = await runDriver(sliceOf(url, [POST, GET]));
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(log.filter(({ isFirst, method }) => isFirst && method === 'GET')).not.toEqual([]);
});

test.each(LOOPS)(
  'words take turns in the $loop loop where the specification lists their values',
  async ({ pace }) => {
    /** @type {Map<string, number>} */
    const asked = new Map();
    const url = await serve((request, response) => {
      asked.set(String(request.url), (asked.get(String(request.url)) ?? 0) + 1);
      greet(response, request.url);
    });
    const exchange = {
      request: { path: '/{{key}}' },
      response: { status: 200, body: { text: '/{{key}}' } },
    };
    const turns = { key: ['a', 'b', 'c'] };
    const { samples } = await runDriver(sliceOf(url, [exchange], { turns, ...pace }));
    expect(samples[0].errors.total).toBe(0);
    expect([...asked.keys()].sort()).toEqual(['/a', '/b', '/c']);
    const counts = [...asked.values()];
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  },
);
