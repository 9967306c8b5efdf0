/** A report as Markdown: what a reader finds first, and that nothing that a server writes leaves its place. */
'use strict';

const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { parseFragment } = require('parse5');
const { schemaCheck } = require('../../src/input/schema');
const { summary } = require('../../src/reports/summary');
const { againstBase, comparingReport, failedReport, p99 } = require('./a-comparing-report');
const { comparison, gate, metric, report, stack } = require('./a-report');

const SCHEMA = path.resolve(__dirname, '../../../../contracts/schema/report.schema.json');
/** What GitHub lets a comment have, less a marker and a footer. */
const CHARACTERS_MAX = 60_000;
const MEBIBYTE = 1024 * 1024;
/** Tags that a summary is made of. */
const OWN_TAGS = ['h2', 'h3', 'p', 'strong', 'code', 'pre', 'ul', 'li'];
const TABLE_TAGS = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

const HOSTILE = [
  '</details></code></pre></td></table><script>alert(1)</script>',
  '<img src=x onerror=alert(1)> <!-- loadline-gate -->',
  'a | b || c \\| d \\\\| e |',
  '` `` ``` ```` ~~~ ',
  '```\n\n# heading\n\n~~~\n[link](https://evil.example)\n',
  '@everyone @octocat owner/repo#1 #2 GH-3 https://evil.example www.evil.example a@b.example',
  '\n::set-output name=verdict::pass\n::stop-commands::x\n##[error]y',
  '\r\n\r\n| x | y |\r\n| --- | --- |\r\n',
  '![](https://evil.example/a.png) **bold** <https://evil.example> &lt;b&gt; $x$',
  '\u202e\u0000\u001b[31m\ud800 \u2028 end\\',
  '',
  ' ',
];

/**
 * @param {string} markdown
 * @returns {any[]} every element of what it is rendered to, in order
 */
function rendered(markdown) {
  const marked = require.resolve('marked/bin/marked');
  const { stdout, status } = spawnSync(process.execPath, [marked], {
    input: markdown,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const all = [];
  const open = [/** @type {any} */ (parseFragment(stdout))];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.tagName) all.push(node);
    open.push(...(node.childNodes ?? []).toReversed());
  }
  return all;
}

/** @param {any} element */
function contentOf({ childNodes, value = '' }) {
  return /** @type {string} */ (value + (childNodes ?? []).map(contentOf).join(''));
}

/**
 * @param {string} text that stands wherever a report has a text
 * @returns {any}
 */
function hostileReport(text) {
  const failed = againstBase(text, text, 'fail', {
    faults: [text],
    drifts: [{ kind: 'grows', what: text }],
    invalid: text,
    notJudged: text,
  });
  const revision = { name: text, commit: text };
  const check = {
    cases: 1,
    failed: [{ id: text, description: text, message: text }],
    knownFailing: [],
    leftBehind: [text],
    seconds: 1,
  };
  const machine = {
    system: text,
    processor: text,
    cores: 2,
    memoryBytes: 1,
    node: text,
    java: text,
  };
  const service = { name: 'redis', source: null, description: text, notRun: text, required: true };
  return comparingReport([failed, againstBase(text, text, 'inconclusive')], {
    gate: { verdict: 'fail', culprits: [text] },
    report: {
      revisions: { base: revision, head: revision },
      notCompared: [{ stack: text, reason: text }],
      stacks: [stack(text, { problem: text || null, check, leftBehind: [text], stderr: text })],
      services: [service],
      notes: [text],
      machine,
    },
  });
}

test('the verdict stands first, then the revisions, the count and the table, worst first', () => {
  const lines = summary(failedReport()).split('\n');
  expect(lines[0]).toBe('## Loadline: FAILED');
  expect(lines[2]).toBe(
    'Head `HEAD` at `cefd99c8a7b6` against base `main` at `62c402d1f0a9`. ' +
      '3 limits judged: 1 passed, 1 failed, 1 undecided. Took 7 min 3 s.',
  );
  expect(lines.slice(4, 9)).toEqual([
    '| verdict | stack | workload | what | measured | required | pairs |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| **FAIL** | `node/koa` | `hello` | throughput | 0.921 (0.902 to 0.941) | ≥ 0.985 of the base | 14 |',
    '| undecided | `node/koa` | `hash` | throughput | 0.971 (0.930 to 1.012) would have failed from 0.930 on | ≥ 0.985 of the base | 14 |',
    '| pass | `node/fastify` | `hello` | throughput | 1.004 (0.989 to 1.021) | ≥ 0.985 of the base | 14 |',
  ]);
});

test('the message of what failed is told, and where its limit stands', () => {
  const text = summary(failedReport());
  expect(text).toContain('### What is wrong\n\n```text\nnode/koa hello: throughput below ');
  expect(text).toContain('(thresholds.json /regression/throughputLossMax)');
  expect(text).not.toContain('node/koa hash: throughput undecided');
});

test('the machine is told, and how near it came to the truth', () => {
  expect(summary(failedReport())).toContain(
    '**Machine**: `A Processor`, 2 cores, `Linux 6.1.0 x64`, `Node 20.20.2`, `openjdk version "17.0.9"`, ' +
      'slices of 1.5 s. It resolved 2.1 % for throughput (half of an interval, median).',
  );
});

test('what is no part of the comparison is named with its reason', () => {
  expect(summary(failedReport())).toContain(
    '**Not compared**\n\n- `node/new: the base has none`\n',
  );
});

test('of p99, what is allowed is the most', () => {
  const slow = againstBase('node/koa', 'hello', 'fail', {
    metrics: [p99('node/koa', 'hello', 'fail')],
  });
  expect(summary(comparingReport([slow], { gate: { verdict: 'fail' } }))).toContain(
    '| p99 | 1.410 (1.220 to 1.660) | ≤ 1.056 of the base | 14 |',
  );
});

test.each(['inconclusive', 'invalid'])(
  'a run that is %s and let pass does not say that it passed',
  (verdict) => {
    const title = { inconclusive: 'inconclusive', invalid: 'not to be trusted' }[verdict];
    const of = (/** @type {string} */ handled) =>
      summary(report({ gate: gate([comparison('node/a')], { verdict, inconclusive: handled }) }));
    expect(of('warn').split('\n')[0]).toBe(
      `## Loadline: ${title}, which thresholds.json lets pass`,
    );
    expect(of('fail').split('\n')[0]).toBe(`## Loadline: ${title}`);
  },
);

test('a contract that does not hold fails a report of which no limit was judged', () => {
  const message = 'node/a > hello: status\n  required  200\n  actual    500';
  const failed = [{ id: 'hello', description: 'hello', message }];
  const check = { cases: 1, failed, knownFailing: [], leftBehind: [], seconds: 1 };
  const text = summary(report({ stacks: [stack('node/a', { check })] }));
  expect(text).toMatch(/^## Loadline: FAILED\n\nNothing was judged[.] /);
  expect(text).toContain('node/a > hello: status');
});

test('a fail that no metric can be blamed for says so', () => {
  const text = summary(report({ gate: gate([comparison('node/a')], { verdict: 'fail' }) }));
  expect(text).toContain('no single one can be named');
});

test('any kind of run can be shown', () => {
  const text = summary(report({ gate: gate([comparison('node/a')]) }));
  expect(text).toMatch(/^## Loadline: passed\n\n1 limits judged: 1 passed[.] Took 7 min 3 s[.]\n/);
  expect(text).toContain('≥ 0.500 of the yardstick | 12 |');
});

test.each(HOSTILE)('text of a server stays text: %j', (text) => {
  const markdown = summary(hostileReport(text));
  const elements = rendered(markdown);
  const names = elements.map(({ tagName }) => tagName);
  expect(names.filter((name) => ![...OWN_TAGS, ...TABLE_TAGS].includes(name))).toEqual([]);
  // What a cell too many would push out of its row.
  const cells = elements.filter(({ tagName }) => tagName === 'td').map(contentOf);
  expect(cells).toHaveLength(14);
  expect([cells[3], cells[6], cells[10], cells[13]]).toEqual([
    'throughput',
    '14',
    'throughput',
    '14',
  ]);
  expect(names.filter((name) => name === 'table' || name === 'h2')).toHaveLength(2);
  expect(names.filter((name) => name === 'h3')).toHaveLength(1);
});

test('what could be a mention, a link or a command of GitHub stands in code alone', () => {
  const markdown = summary(
    hostileReport('@everyone https://evil.example ::set-output::x <b> </details>'),
  );
  const outside = markdown.replace(/^```text\n[^`]*^```$/gm, '').replace(/`[^`\n]+`/g, '');
  expect(outside).not.toMatch(/@|https?:|::|<|evil/);
});

test('no line of a server begins one of the Markdown, but in a block of code', () => {
  const markdown = summary(hostileReport('x\n## Loadline: passed\n::set-output name=a::b'));
  const outside = markdown.replace(/^```text\n[^`]*^```$/gm, '');
  expect(outside).not.toMatch(/^(## Loadline: passed|::)/m);
});

test.each(['`', '\u0000', '\n', '😀', '\ud83d'])(
  'a mebibyte of %j in every place is cut to what a comment may have, and soon',
  (character) => {
    const long = character.repeat(Math.ceil(MEBIBYTE / character.length));
    const each = hostileReport(long);
    const many = Array.from({ length: 200 }, () => each.gate.comparisons).flat();
    const text = summary({
      ...each,
      gate: { ...each.gate, comparisons: many },
      notes: Array.from({ length: 200 }, () => long),
      notCompared: Array.from({ length: 200 }, () => ({ stack: long, reason: long })),
    });
    expect(text.length).toBeLessThan(CHARACTERS_MAX);
    // A half of a pair, which no body may have.
    expect(text).not.toMatch(/\p{Surrogate}/u);
  },
);

test('figures that no machine can have are cut too', () => {
  const huge = metric('node/a', {
    key: 'requestsPerSecondMin',
    limit: 1e300,
    measured: 1e300,
    interval: [1e299, 1e300],
  });
  const all = Array.from({ length: 500 }, () => comparison('node/a', { metrics: [huge] }));
  expect(summary(report({ gate: gate(all) })).length).toBeLessThan(CHARACTERS_MAX);
});

test('the reports that these tests make are such as the schema allows', () => {
  const check = schemaCheck(SCHEMA, { beside: ['sample.schema.json'] });
  expect(check(report({ gate: gate([comparison('node/a')]) }), 'report.json')).toEqual([]);
});
