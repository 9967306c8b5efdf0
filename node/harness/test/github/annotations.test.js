/** What GitHub shows beside a change: each a single command, whatever a server writes. */
'use strict';

const { annotations } = require('../../src/github/annotations');
const { againstBase, comparingReport, failedReport } = require('../reports/a-comparing-report');
const { report, stack } = require('../reports/a-report');

const FILE = 'thresholds.json';

test('what failed is an error at the file that has its limit, what is undecided too once the run failed', () => {
  const [undecided, failed, ...others] = annotations(failedReport(), FILE);
  expect(others).toEqual([]);
  expect(failed).toMatch(
    /^::error file=thresholds[.]json,title=node\/koa hello%3A throughput below [^:]+::node\/koa hello: throughput below /,
  );
  expect(failed).toContain('%0A  required  >= 0.985 of the base');
  expect(undecided).toMatch(
    /^::error file=thresholds[.]json,title=node\/koa hash%3A throughput undecided /,
  );
});

test('what is undecided is a warning where the run passed', () => {
  const open = againstBase('node/koa', 'hash', 'inconclusive');
  const found = annotations(comparingReport([open], { gate: { verdict: 'inconclusive' } }), FILE);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^::warning file=/);
});

test('a run that passed has none', () => {
  const fine = againstBase('node/koa', 'hash', 'pass');
  expect(annotations(comparingReport([fine]), FILE)).toEqual([]);
});

test.each([
  'a\n::set-output name=verdict::pass',
  'a\r\n::stop-commands::x\r::error::y',
  'file=x,title=y::z',
  '%0A::error::x',
  '\u2028\u0000\u001b]0;x\u0007',
])('text of a server ends no command and begins none: %j', (text) => {
  const failed = againstBase(text, text, 'fail', { faults: [text] });
  const found = annotations(
    comparingReport([failed], {
      gate: { verdict: 'fail' },
      report: { stacks: [stack(text, { problem: text })] },
    }),
    FILE,
  );
  expect(found.length).toBeGreaterThan(1);
  for (const line of found) {
    // eslint-disable-next-line no-control-regex
    expect(line).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/);
    const [, properties] = /** @type {RegExpExecArray} */ (/^::error ([^:]*)::/.exec(line));
    expect(properties.split(',').map((each) => each.split('=', 1)[0])).toEqual(
      line.startsWith('::error file=') ? ['file', 'title'] : ['title'],
    );
    // Read back as GitHub does it, a per cent is one again.
    expect(line).not.toMatch(/%(?!25|0A|0D|3A|2C)/);
  }
});

test('there are no more than GitHub shows, and none is long', () => {
  const long = 'x'.repeat(1024 * 1024);
  const stacks = Array.from({ length: 50 }, (_, at) => stack(`node/${at}`, { problem: long }));
  const found = annotations(report({ stacks }), FILE);
  expect(found).toHaveLength(10);
  expect(Math.max(...found.map(({ length }) => length))).toBeLessThan(2_000);
});
