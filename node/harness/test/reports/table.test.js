/** How a run looks to the person who started it. */
'use strict';

const { endingOf } = require('../../src/reports/report');
const { table } = require('../../src/reports/table');
const { comparison, gate, metric, report, result, sample, stack } = require('./a-report');

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

test('what servers wrote to standard error is shown, but not all of it', () => {
  const stderr = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n');
  const text = table(report({ stacks: [stack('node/koa', { stderr }), stack('node/http')] }));
  expect(text).toContain('Written to standard error\n  node/koa:\n    line 15\n');
  expect(text).toContain('    line 19\n');
  expect(text).not.toContain('node/http');
});

test('stacks beside one another are told with their ratio and its interval', () => {
  const figures = (/** @type {number} */ cpuMicrosPerRequest) => ({ cpuMicrosPerRequest });
  const estimate = {
    key: 'throughputOfReference',
    verdict: null,
    measured: 1.1,
    interval: [0.9, 1.2],
  };
  const beside = comparison('java/spring-webflux', {
    verdict: null,
    reference: 'java/spring-mvc',
    metrics: [metric('java/spring-webflux', estimate)],
    figures: { subject: figures(160), reference: figures(200) },
  });
  const text = table(report({ gate: gate([beside], { verdict: null }) }));
  expect(text).toContain(
    'hash: java/spring-webflux is 1.100 of java/spring-mvc (0.900 to 1.200, 12 blocks); by CPU time per request 1.250',
  );
});

test('verdicts are told in one table, stacks down and workloads across, with marks', () => {
  const open = metric('node/b', { verdict: 'inconclusive', measured: 0.5012 });
  const failed = metric('node/b', { verdict: 'fail', measured: 0.41 });
  const late = metric('node/a', { key: 'p99OfYardstickMax', verdict: 'invalid', measured: 1.5 });
  const text = table(
    report({
      gate: gate([
        comparison('node/a', {
          metrics: [metric('node/a'), late],
          invalid: 'late',
          verdict: 'invalid',
        }),
        comparison('node/a', { workload: 'echo' }),
        comparison('node/b', { metrics: [open], verdict: 'inconclusive' }),
        comparison('node/b', { workload: 'echo', metrics: [failed], verdict: 'fail' }),
      ]),
    }),
  );
  expect(text).toContain(
    [
      'throughput, of the yardstick   hash    echo',
      'node/a                        0.712   0.712',
      'node/b                        0.501?  0.410<',
      '',
      'p99, of the yardstick          hash',
      'node/a                        1.500!',
      'node/b                            -',
    ].join('\n'),
  );
  expect(text).not.toContain('requests/s  ');
});

test('an estimate whose blocks are not to be trusted is marked, not said to be unmeasured', () => {
  const leftOut = { 'CPU stolen': 4 };
  const none = metric('node/a', { verdict: null, measured: null, leftOut });
  const text = table(
    report({ gate: gate([comparison('node/a', { metrics: [none], verdict: null })]) }),
  );
  expect(text).toMatch(/^node\/a +-!$/m);
});

test('what fresh processes were asked again is told', () => {
  const asked = comparison('node/a', { metrics: [metric('node/a', { earlier: [0.4321] })] });
  expect(table(report({ gate: gate([asked]) }))).toContain(
    'asked again: node/a hash.throughput was 0.432, of fresh processes 0.712',
  );
});

test('a fail that has no name says so', () => {
  const nameless = gate([comparison('node/a')], { verdict: 'fail' });
  expect(table(report({ gate: nameless }))).toContain(
    'the evidence of all metrics together fails the run; no single one can be named',
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

  test.each([
    ['pass', 'warn', 'pass'],
    ['fail', 'pass', 'fail'],
    ['invalid', 'warn', 'pass'],
    ['invalid', 'fail', 'invalid'],
    ['inconclusive', 'warn', 'pass'],
    ['inconclusive', 'pass', 'pass'],
    ['inconclusive', 'fail', 'inconclusive'],
    [null, 'warn', 'pass'],
  ])(
    'whose gate says %s, where inconclusive means %s, ends with %s',
    (verdict, inconclusive, ending) => {
      const found = gate([comparison('node/a')], { verdict, inconclusive });
      expect(endingOf(report({ gate: found }))).toBe(ending);
    },
  );

  test('fails with errors of the yardstick, though nobody judges it', () => {
    const errors = { total: 1, kinds: { body: { count: 1, examples: ['not 7'] } } };
    const wrong = stack('node/yardstick', {
      workloads: { hash: result({ sample: sample({ errors }) }) },
    });
    const unused = stack('node/yardstick', { workloads: { hash: result({ sample: null }) } });
    const judged = gate([comparison('node/a')]);
    expect(endingOf(report({ stacks: [wrong], gate: judged }))).toBe('fail');
    expect(endingOf(report({ stacks: [unused], gate: judged }))).toBe('pass');
  });
});
