/** Each kind of step does what it says, and tells what did not hold. */
'use strict';

const { describeFailure, runCase } = require('../../src/contracts');
const { supertestExchange } = require('../../src/jest/supertest-exchange');
const { smallServer } = require('./small-server');

/** @typedef {import('../../src/contracts/load-contracts').ContractCase} ContractCase */

/** @type {Awaited<ReturnType<typeof smallServer>>} */
let small;

beforeAll(async () => {
  small = await smallServer();
});

afterAll(() => small.close());

/**
 * @param {object} parts of a case
 * @param {import('../../src/contracts/run-case').CaseOptions} [options]
 */
function run(parts, options = {}) {
  const contractCase = /** @type {ContractCase} */ ({
    id: 'small.it',
    description: 'does it',
    ...parts,
  });
  const contract = {
    workload: 'small',
    description: 'small things',
    file: 'contracts/small.json',
    pages: {},
    cases: [contractCase],
  };
  return runCase(small.server, contract, contractCase, { timeoutMillis: 400, ...options });
}

/** @param {unknown[]} steps */
async function mismatches(...steps) {
  return told(await run({ steps }));
}

/** @param {import('../../src/contracts/run-case').CaseResult} result */
function told({ mismatches: found }) {
  return found.map(({ pointer, what, expected, actual }) =>
    [pointer, what, expected, actual].join(' | '),
  );
}

const ok = (/** @type {string} */ path, /** @type {object} */ more = {}) => ({
  request: { path },
  response: { status: 200, ...more },
});

/**
 * @param {string} path
 * @param {number} withinMillis
 */
async function statusOf(path, withinMillis) {
  const steps = [{ ...ok(path), withinMillis }];
  return (await run({ steps }, { timeoutMillis: 10_000 })).status;
}

test('an answer that a pause may have made late is asked for once more', async () => {
  // Seconds to spare, since the machine of this test may pause too.
  expect(await statusOf('/slow-first?once', 2_000)).toBe('pass');
  expect(await statusOf('/slow', 70)).toBe('fail');
});

test('one that took more than twice its time is not', async () => {
  expect(await statusOf('/slow-first?by-far', 30)).toBe('fail');
});

describe.each([
  ['plain', undefined],
  ['supertest', supertestExchange],
])('an exchange (%s)', (_name, exchange) => {
  const options = exchange ? { exchange } : {};

  test('passes', async () => {
    const result = await run(ok('/a', { body: { text: 'letter a' } }), options);
    expect(result).toMatchObject({ caseId: 'small.it', status: 'pass', mismatches: [] });
  });

  test('sends bodies by length or in chunks, and none of them too large for memory', async () => {
    const put = (/** @type {object} */ body, /** @type {string} */ transfer) => ({
      request: { method: 'PUT', path: '/length', body, transfer },
    });
    const steps = [
      { ...put({ text: 'ä' }, 'length'), response: { status: 200, body: { text: '2 length' } } },
      { ...put({ json: {} }, 'chunked'), response: { status: 200, body: { text: '2 chunked' } } },
      {
        ...put({ base64: 'AAAA' }, 'length'),
        response: { status: 200, body: { text: '3 length' } },
      },
      {
        ...put({ fill: { bytes: 3_000_000 } }, 'length'),
        response: { status: 200, body: { text: '3000000 length' } },
      },
    ];
    expect((await run({ steps, timeoutMillis: 5_000 }, options)).mismatches).toEqual([]);
  });

  test('tells that no answer came in time', async () => {
    const { mismatches: found } = await run(ok('/hangs'), options);
    expect(found).toEqual([
      expect.objectContaining({ expected: 'an answer', actual: 'no answer within 400 ms' }),
    ]);
  });

  test('tells that the connection broke', async () => {
    const { mismatches: found } = await run(ok('/breaks'), options);
    expect(found).toEqual([expect.objectContaining({ actual: 'socket hang up' })]);
  });

  test('must come in its time, where a time is given', async () => {
    const slow = (/** @type {number} */ withinMillis) => ({ ...ok('/slow'), withinMillis });
    expect((await run({ steps: [slow(350)] }, options)).status).toBe('pass');
    const { mismatches: found } = await run({ steps: [slow(50)] }, options);
    expect(found).toEqual([
      expect.objectContaining({
        pointer: '/cases/0/steps/0/withinMillis',
        expected: 'an answer within 50 ms',
        actual: expect.stringMatching(/^an answer after \d{3} ms$/),
      }),
    ]);
    const hanging = await run({ steps: [{ ...ok('/hangs'), withinMillis: 50 }] }, options);
    expect(hanging.mismatches).toEqual([
      expect.objectContaining({
        expected: 'an answer within 50 ms',
        actual: 'no answer within 400 ms',
      }),
    ]);
  });

  test('puts what was captured into later steps, and one token into all', async () => {
    const steps = [
      {
        ...ok('/a?{{unique}}'),
        capture: {
          letter: { from: 'body', pattern: '(.)$' },
          id: { from: 'header:location', pattern: '(\\d+)' },
        },
      },
      ok('/things/{{id}}', { body: { text: 'seventeen' } }),
      ok('/{{letter}}'),
    ];
    expect((await run({ steps }, options)).status).toBe('pass');
  });
});

test('a failure is told with its case, its step, expected, actual and the last words', async () => {
  const steps = [ok('/a'), ok('/a?b=c', { body: { text: 'b' }, headers: { etag: 'x' } })];
  const message = describeFailure('node/small:cluster', await run({ steps }));
  expect(message).toBe(
    [
      'node/small:cluster › does it',
      '  case      small.it   (contracts/small.json /cases/0)',
      '  step      2 of 2: GET /a?b=c',
      '  expected  header etag "x"',
      '  actual    header etag absent',
      '  expected  body "b"',
      '  actual    body "letter a"',
      '  stderr',
      '    | it said so',
    ].join('\n'),
  );
});

test('a long value is shortened in the middle', async () => {
  const text = 'x'.repeat(1_000);
  const message = describeFailure('node/small', await run(ok('/a', { body: { text } })));
  expect(message).toMatch(/expected {2}body "x{114}… 767 more characters …x{119}"\n/);
});

test('a capture that finds nothing fails', async () => {
  const step = { ...ok('/a'), capture: { id: { from: 'body', pattern: '(\\d+)' } } };
  expect(await mismatches(step)).toEqual([
    '/cases/0/steps/0/capture/id | body | matching /(\\d+)/, to capture id | "letter a"',
  ]);
});

test('a case of a row tells its row', async () => {
  const result = await run({ ...ok('/nowhere'), place: '/cases/7 (row small.it)' });
  expect(result.place).toBe('contracts/small.json /cases/7 (row small.it)');
  expect(told(result)).toEqual(['/cases/7/response/status | status | 200 | 404']);
});

describe('bytes on a connection', () => {
  const get = (/** @type {string} */ path) => ({ send: `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n` });

  test('are answered', async () => {
    const wire = [
      { send: 'GET /a HTTP/1.1\r\n' },
      { pauseMillis: 20 },
      { send: 'Host: a\r\n\r\n' },
    ];
    const response = { status: 200, body: { text: 'letter a' } };
    expect(await mismatches({ wire, response })).toEqual([]);
  });

  test('may await an interim response', async () => {
    const head =
      'PUT /length HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n';
    const wire = [{ send: head }, { awaitInterim: 100 }, { fill: { bytes: 3, byte: 65 } }];
    const response = { status: 200, body: { text: '3 length' } };
    expect(await mismatches({ wire, response })).toEqual([]);
    expect(await mismatches({ wire: [get('/a'), { awaitInterim: 100 }] })).toEqual([
      '/cases/0/steps/0/wire/1 |  | interim response 100 | status 200',
    ]);
  });

  test('may find a connection that is closed, or one that never answers', async () => {
    expect(await mismatches({ wire: [get('/breaks')], response: { status: 200 } })).toEqual([
      '/cases/0/steps/0/response |  | a response with status 200 | the connection was closed without an answer',
    ]);
    expect(await mismatches({ wire: [get('/hangs')], response: { status: 200 } })).toEqual([
      '/cases/0/steps/0/response |  | a response with status 200 | no answer within 400 ms',
    ]);
  });

  test('may wait while other steps run', async () => {
    const meanwhile = [ok('/a'), ok('/nowhere')];
    expect(await mismatches({ wire: [get('/hangs'), { meanwhile }, { close: 'reset' }] })).toEqual([
      '/cases/0/steps/0/wire/1/meanwhile/1/response/status | status | 200 | 404',
    ]);
  });
});

describe('a WebSocket', () => {
  const chat = (/** @type {unknown[]} */ ...exchange) => ({
    webSocket: { path: '/shout', exchange },
  });
  const at = (/** @type {number} */ index, /** @type {string} */ rest) =>
    `/cases/0/steps/0/webSocket/exchange/${index}/${rest}`;

  test('takes messages, pings and a proper close', async () => {
    const step = chat(
      { sendText: { text: 'abc' } },
      { expectText: { text: 'ABC' } },
      { sendBinary: { base64: 'AAE=' } },
      { expectBinary: { base64: 'AAE=' } },
      { sendFrame: { opcode: 9, payload: { text: 'p' } } },
      { expectPong: { text: 'p' } },
      { sendFrame: { opcode: 1, final: false, payload: { text: 'a' } } },
      { sendFrame: { opcode: 0, payload: { text: 'b' } } },
      { expectText: { text: 'AB' } },
      { close: { code: 1000 } },
    );
    expect(await mismatches(step)).toEqual([]);
  });

  test('is closed for what it must not send', async () => {
    for (const frame of [{ reserved: 4 }, { masked: false }, { opcode: 3 }]) {
      const sendFrame = { opcode: 1, payload: { text: 'a' }, ...frame };
      expect(await mismatches(chat({ sendFrame }, { expectClose: [1002] }))).toEqual([]);
    }
  });

  test.each([
    [
      [{ sendText: { text: 'a' } }, { expectText: { text: 'a' } }],
      `${at(1, 'expectText')} |  | text "a" | text "A"`,
    ],
    [
      [{ sendText: { text: 'a' } }, { expectBinary: { text: 'A' } }],
      `${at(1, 'expectBinary')} |  | binary "A" | text "A"`,
    ],
    [
      [{ sendText: { text: 'bye' } }, { expectClose: [1000] }],
      `${at(1, 'expectClose')} |  | close 1000 | close 4000 (bye)`,
    ],
    [
      [{ sendText: { text: 'bye' } }, { expectText: { text: 'A' } }],
      `${at(1, 'expectText')} |  | text "A" | close 4000 (bye)`,
    ],
    [
      [{ sendText: { text: 'silence' } }, { expectText: { text: 'A' } }],
      `${at(1, 'expectText')} |  | text "A" | no answer within 400 ms`,
    ],
    [
      [{ sendText: { text: 'a' } }, { pauseMillis: 50 }],
      '/cases/0/steps/0/webSocket/exchange |  | nothing more | text "A"',
    ],
  ])('tells what came instead (%j)', async (exchange, message) => {
    expect(await mismatches(chat(...exchange))).toEqual([message]);
  });

  test('tells that there is none', async () => {
    expect(await mismatches({ webSocket: { path: '/a', exchange: [] } })).toEqual([
      expect.stringMatching(/a WebSocket connection on \/a \| status 400 instead of 101$/),
    ]);
  });
});

describe('a consumer', () => {
  const consume = (/** @type {unknown[]} */ ...script) => ({
    consume: { id: 's', items: 3, size: 16, script },
  });

  test('reads, and asks for signals', async () => {
    const signals = { state: 'completed', withinMillis: 100, produced: 3, aheadMiBMax: 0 };
    const step = consume(
      { readItems: 1 },
      { readSlowly: { items: 1, itemsPerSecond: 100 } },
      { signals },
    );
    expect(await mismatches(step)).toEqual([]);
  });

  test('finds an item that is missing', async () => {
    expect(await mismatches(consume({ readItems: 1 }, { readToEnd: true }))).toEqual([
      '/cases/0/steps/0/consume/script/1 | line 2 | a line that starts with {"seq":2 | "{\\"seq\\":3,\\"p\\":1}\\n"',
    ]);
  });

  test('finds signals that do not hold', async () => {
    const signals = { state: 'paused', withinMillis: 2_000, pausesMin: 1, steadyMillis: 10 };
    const steps = [consume({ signals })];
    expect(told(await run({ steps, timeoutMillis: 10_000 }))).toEqual([
      expect.stringMatching(
        /signals\/state \| GET \/stream\/s\/signals: state \| paused \| completed$/,
      ),
      expect.stringMatching(/signals\/pausesMin \| .* \| at least 1 pauses \| 0 pauses$/),
    ]);
  });

  test('finds a stream that ends early', async () => {
    const step = { consume: { id: 's', items: 2, size: 48, script: [{ readToEnd: true }] } };
    expect((await mismatches(step))[0]).toContain('48 bytes with the newline');
  });
});

test('awaits an exchange that holds in the end, and tells the last one that did not', async () => {
  const request = { path: '/counts' };
  const awaits = (/** @type {string} */ pattern, /** @type {number} */ withinMillis) => ({
    await: { request, response: { status: 200, body: { pattern } }, withinMillis },
  });
  const steps = [awaits('^([3-9]|1\\d)$', 2_000)];
  expect(told(await run({ steps, timeoutMillis: 10_000 }))).toEqual([]);
  expect(await mismatches(awaits('^x$', 60))).toEqual([
    expect.stringMatching(
      /\/await\/response\/body\/pattern \| body \| matching \/\^x\$\/ \| "\d+"$/,
    ),
  ]);
});

test('runs steps while connections wait, and finds those that do not', async () => {
  const waiting = (/** @type {string} */ path, /** @type {unknown[]} */ ...steps) => ({
    while: { request: { path }, connections: 5 },
    steps,
  });
  expect(await mismatches(waiting('/hangs', ok('/a')))).toEqual([]);
  expect(await mismatches(waiting('/hangs', ok('/nowhere')))).toEqual([
    '/cases/0/steps/0/steps/0/response/status | status | 200 | 404',
  ]);
});

test('tells that new connections are accepted, and files that are not there', async () => {
  const timeoutMillis = 8_000;
  const { mismatches: accepted } = await run({
    steps: [{ refusesConnections: true }],
    timeoutMillis,
  });
  expect(accepted).toEqual([expect.objectContaining({ actual: 'accepted' })]);
  const { mismatches: files } = await run({ steps: [{ temporaryFiles: 1 }], timeoutMillis });
  expect(files).toEqual([expect.objectContaining({ expected: '1', actual: '0' })]);
}, 20_000);

test('tells by how much memory grew', async () => {
  let resident = 50 * 1_048_576;
  const server = Object.assign(Object.create(small.server), {
    residentBytes: () => (resident += 20 * 1_048_576),
  });
  const contractCase = {
    id: 'small.it',
    description: 'grows',
    memory: { growthMiBMax: 10 },
    steps: [ok('/a')],
  };
  const contract = {
    workload: 'small',
    description: '',
    file: 'contracts/small.json',
    pages: {},
    cases: [contractCase],
  };
  const { mismatches: found } = await runCase(server, contract, contractCase);
  expect(found).toEqual([
    expect.objectContaining({ what: 'growth of resident memory', expected: 'at most 10 MiB' }),
  ]);
});
