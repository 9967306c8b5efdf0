/** How a run looks to the person who started it. */
'use strict';

const { endingOf } = require('../../src/reports/report');
const { table } = require('../../src/reports/table');
const { report, result, sample, stack } = require('./a-report');

const WIDTH = 120;
const WORKLOADS = [
  ...['hello', 'hash', 'upload', 'todos', 'cache', 'records', 'messages', 'echo', 'stream'],
  'fibonacci',
];

test('tells what stacks are known to differ in, once for all that share a reason', () => {
  const known = (/** @type {string} */ reason) => ({
    cases: 2,
    failed: [],
    knownFailing: [{ id: 'hash.twice', reason }],
    leftBehind: [],
    seconds: 1,
  });
  const text = table(
    report({
      stacks: [
        stack('node/one', { check: known('it takes the last') }),
        stack('node/two', { check: known('it takes the last') }),
        stack('node/three', { check: known('it takes the first') }),
      ],
    }),
  );
  expect(text).toContain(
    [
      'checked 3 stacks and variants, 6 cases: all hold, 3 known to fail',
      '',
      'What the stacks differ in (known to fail, still run)',
      '  hash.twice: node/one, node/two: it takes the last',
      '  hash.twice: node/three: it takes the first',
      '',
    ].join('\n'),
  );
});

test('the table has a block for each figure, stacks down and workloads across', () => {
  const slow = result({
    sample: sample({
      valid: 126,
      requestsPerSecond: 84.2,
      latencyMicros: { p50: 88_000, p99: 192_511 },
      errors: { total: 3, kinds: { body: { count: 3, examples: ['PUT /upload: expected so'] } } },
    }),
  });
  const text = table(
    report({
      stacks: [
        stack('node/express', {
          check: { cases: 248, failed: [], knownFailing: [], leftBehind: [], seconds: 20 },
          workloads: { hello: result(), upload: slow },
        }),
        stack('java/spring-mvc', {
          workloads: {
            hello: result({ driverBound: true }),
            upload: result({ sample: null, problem: 'the server ended: exit code 1' }),
          },
        }),
        stack('java/spring-mvc-virtual', { notRun: 'it needs JDK 21, and none was found' }),
      ],
    }),
  );
  expect(text).toBe(
    `requests/s         hello  upload
node/express      41,204    84.2
java/spring-mvc  41,204*       -

p50, ms            hello  upload
node/express        1.15    88.0
java/spring-mvc     1.15       -

p99, ms            hello  upload
node/express        3.42    ~193
java/spring-mvc     3.42       -

errors             hello  upload
node/express           0       3
java/spring-mvc        0       -

CPU µs/request     hello  upload
node/express        23.8    23.8
java/spring-mvc     23.8       -

RSS, MiB           hello  upload
node/express          98      98
java/spring-mvc       98       -

RSS growth, MiB    hello  upload
node/express          38      38
java/spring-mvc       38       -

* the driver was the bottleneck: the server can do more
~ fewer than 2,000 requests: a rough p99

checked 1 stacks and variants, 248 cases: all hold

Problems
  node/express upload: 3 errors (body): PUT /upload: expected so
  java/spring-mvc upload: the server ended: exit code 1

Not run
  java/spring-mvc-virtual: it needs JDK 21, and none was found

Linux 6.1.0 x64, A Processor, 2 cores, Node 20.20.2
one slice of 1.5 s each; driver on core 1, servers on 0
backing services: none
took 7 min 3 s`,
  );
});

test('all stacks and workloads fit into 120 columns', () => {
  const big = sample({
    requestsPerSecond: 187_654,
    latencyMicros: { p50: 1_234_567, p99: 2_345_678 },
    server: {
      cpuMicrosPerRequest: 12_345,
      residentBytesBefore: 1.1e9,
      residentBytes: 1.2e9,
      peakResidentBytes: 1.3e9,
      cpuShare: 1,
      reason: null,
    },
  });
  const workloads = Object.fromEntries(WORKLOADS.map((name) => [name, result({ sample: big })]));
  const text = table(report({ stacks: [stack('java/spring-mvc-virtual', { workloads })] }));
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(WIDTH);
});

test('what a server sent cannot repaint the terminal, nor fill it', () => {
  const message = `GET /hello: got \u001b[2J\u0007${'x'.repeat(5_000)}`;
  const failed = [{ id: 'hello.get', description: 'greets', message }];
  const check = { cases: 1, failed, knownFailing: [], leftBehind: [], seconds: 1 };
  const text = table(report({ stacks: [stack('node/koa', { check })] }));
  // eslint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(text).toContain('got \\u001b[2J\\u0007xxx');
  expect(text.length).toBeLessThan(3_000);
});

test('a service that died is told as that, and not as one that does not count', () => {
  const problem = 'MariaDB 11 (program), which this run had started, no longer answers';
  const service = { description: 'MariaDB 11 (program)', reads: null, writes: null };
  const workloads = { records: result({ service, problem }) };
  const text = table(report({ stacks: [stack('node/koa', { workloads })] }));
  expect(text).toContain(`  node/koa records: ${problem}\n`);
  expect(text).not.toContain('does not count');
});

test('a service that answered from memory, and one that does not count, are told', () => {
  const problem = 'answered 12,345 GETs, but Redis 7 (embedded) was asked 17 times';
  const redis = { description: 'Redis 7 (embedded)', reads: 17, writes: 12_345 };
  const mongodb = { description: 'MongoDB 7 (docker)', reads: null, writes: null };
  const workloads = {
    cache: result({ service: redis, problem }),
    messages: result({ service: mongodb }),
  };
  const found = report({ stacks: [stack('node/koa', { workloads })] });
  expect(endingOf(found)).toBe('fail');
  expect(table(found)).toContain(`  node/koa cache: ${problem}\n`);
  expect(table(found)).toContain(
    'MongoDB 7 (docker) does not count commands: answers from memory were not looked for',
  );
});

test('what servers wrote to standard error is shown, but not all of it', () => {
  const stderr = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n');
  const text = table(report({ stacks: [stack('node/koa', { stderr }), stack('node/http')] }));
  expect(text).toContain('Written to standard error\n  node/koa:\n    line 15\n');
  expect(text).toContain('    line 19\n');
  expect(text).not.toContain('node/http');
});

test('stacks beside one another are told with what each did, and their ratio', () => {
  const comparison = {
    subject: 'java/spring-webflux',
    reference: 'java/spring-mvc',
    workload: 'messages',
    connections: 250,
    measured: 1.1,
    range: [0.9, 1.2],
    blocks: 18,
    byCpuTime: 1.25,
    figures: {
      subject: {
        requestsPerSecond: 5_500,
        latencyMicros: { p50: 40_000, p99: 90_000 },
        cpuMicrosPerRequest: 160,
      },
      reference: {
        requestsPerSecond: 5_000,
        latencyMicros: { p50: 45_000, p99: null },
        cpuMicrosPerRequest: 200,
      },
    },
    problem: null,
  };
  const none = { measured: null, range: null, blocks: 0, byCpuTime: null, figures: null };
  const failed = { ...comparison, ...none, workload: 'cache', problem: 'GET /cache: 503' };
  expect(table(report({ comparisons: [comparison, failed] }))).toContain(
    `messages, 250 connections  requests/s  p50, ms  p99, ms  CPU µs/request
java/spring-webflux             5,500     40.0     90.0             160
java/spring-mvc                 5,000     45.0        -             200
throughput java/spring-webflux / java/spring-mvc: 1.100 (0.900 to 1.200, 18 blocks); by CPU time per request 1.250

cache, 250 connections: java/spring-webflux beside java/spring-mvc: GET /cache: 503
`,
  );
  expect(endingOf(report({ comparisons: [comparison] }))).toBe('pass');
  expect(endingOf(report({ comparisons: [comparison, failed] }))).toBe('fail');
});

test('goals are told with what is required, what was measured, and whether it holds', () => {
  const goal = {
    subject: 'node/koa',
    least: 0.85,
    most: 1.25,
    blocks: 12,
    byCpuTime: 0.99,
    problem: null,
  };
  const goals = [
    { ...goal, what: 'hello', measured: 0.984, range: [0.95, 1.01] },
    { ...goal, what: 'hash', measured: 5.1, range: [4.9, 5.3] },
    {
      ...goal,
      what: 'upload',
      least: null,
      most: 1.5,
      measured: 1.61,
      range: [1.5, 1.9],
      byCpuTime: null,
    },
    {
      ...goal,
      what: 'fibonacci',
      measured: null,
      range: null,
      byCpuTime: null,
      blocks: 0,
      problem: 'not run: no JDK',
    },
  ];
  const found = report({ goals, sliceSeconds: null });
  expect(endingOf(found)).toBe('fail');
  expect(table(found)).toContain(
    `stack     goal           required  measured     blocks from   n  by CPU  holds
node/koa  hello      0.85 to 1.25     0.984  0.950 to 1.010  12   0.990    yes
node/koa  hash       0.85 to 1.25     5.100  4.900 to 5.300  12   0.990     NO
node/koa  upload          <= 1.50     1.610  1.500 to 1.900  12       -     NO
node/koa  fibonacci  0.85 to 1.25         -               -   0       -     NO
node/koa fibonacci: not run: no JDK`,
  );
});

describe('a run', () => {
  const check = { cases: 1, failed: [], knownFailing: [], leftBehind: [], seconds: 1 };

  test('passes when all cases hold, nothing stays and load finds no error', () => {
    const sound = stack('node/koa', { check, workloads: { hello: result() } });
    const notRun = stack('java/grizzly', { notRun: 'no JDK' });
    expect(endingOf(report({ stacks: [sound, notRun] }))).toBe('pass');
  });

  test.each([
    ['a problem', { problem: 'it did not start' }],
    ['something left behind', { leftBehind: ['process 7'] }],
    [
      'a failed case',
      { check: { ...check, failed: [{ id: 'a', description: 'b', message: 'c' }] } },
    ],
    ['something left behind by the check', { check: { ...check, leftBehind: ['port 80'] } }],
    [
      'a workload without a sample',
      { workloads: { hello: result({ sample: null, problem: 'x' }) } },
    ],
    ['no right answer', { workloads: { hello: result({ sample: sample({ valid: 0 }) }) } }],
    [
      'one error under load',
      { workloads: { hello: result({ sample: sample({ errors: { total: 1, kinds: {} } }) }) } },
    ],
  ])('fails with %s', (_, more) => {
    expect(endingOf(report({ stacks: [stack('node/koa', more)] }))).toBe('fail');
  });
});
