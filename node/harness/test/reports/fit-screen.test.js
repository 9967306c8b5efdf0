/** That the end of a run fits a screen, whatever was found. */
'use strict';

const { fitScreen } = require('../../src/reports/fit-screen');
const { table } = require('../../src/reports/table');
const { comparison, gate, metric, report, stack } = require('./a-report');

const ROWS = 30;

/** @param {number} count */
function lines(count) {
  return Array.from({ length: count }, (_, at) => `line ${at + 1}`);
}

test('what fits is left as it is', () => {
  expect(fitScreen([lines(2), ['a\nb', '']], 5, 'all')).toEqual(['line 1', 'line 2', 'a', 'b', '']);
});

test('what is long gives way, what is short stays whole', () => {
  expect(fitScreen([['title', ...lines(20), ''], lines(2)], 8, 'the page has all')).toEqual([
    ...['title', 'line 1', 'line 2', 'line 3'],
    ...['  and 17 more lines (the page has all)', ''],
    ...['line 1', 'line 2'],
  ]);
});

test('a line that takes several rows counts as many, and is shortened', () => {
  const shown = fitScreen([['x'.repeat(5_000)], lines(20)], 12, 'all');
  expect(shown[0]).toBe(`${'x'.repeat(237)}...`);
  expect(shown).toHaveLength(11);
});

test('many stacks, failures, problems and notes fit a screen, and what is marked is shown', () => {
  const of = (/** @type {number} */ at) => {
    const id = `node/s${at}`;
    const verdict = at >= 34 ? 'fail' : 'pass';
    return comparison(id, { verdict, metrics: [metric(id, { verdict })] });
  };
  const comparisons = Array.from({ length: 37 }, (_, at) => of(at));
  const stacks = comparisons.map(({ subject }) =>
    stack(subject, { problem: 'it did not start\n  it says: no luck' }),
  );
  const long = report({ stacks, gate: gate(comparisons, { verdict: 'fail' }), notes: lines(3) });
  const text = table(long, { rows: ROWS, page: 'report.html' });
  expect(text.split('\n').length).toBeLessThanOrEqual(ROWS);
  expect(text).toMatch(/^node\/s34 /m);
  expect(text).toContain('more lines (report.html has all; --verbose prints all)');
  expect(table(long, { isVerbose: true }).split('\n').length).toBeGreaterThan(ROWS);
  expect(table(long)).toMatch(/^node\/s7 /m);
});

test('of many stacks those with marks are in the table, and the number of the others', () => {
  const of = (/** @type {number} */ at) => {
    const id = `node/s${at}`;
    const verdict = at === 30 ? 'fail' : 'pass';
    return comparison(id, { verdict, metrics: [metric(id, { verdict })] });
  };
  const many = Array.from({ length: 37 }, (_, at) => of(at));
  const text = table(report({ gate: gate(many) }), { rows: ROWS });
  expect(text).toMatch(/^node\/s30 .*<$/m);
  expect(text).toContain('and 27 more stacks: nothing of them is marked');
});

test('a variant without limits has no row of dashes on a screen, and is in the whole table', () => {
  const unjudged = comparison('node/s:tuned', { verdict: null, notJudged: 'none', metrics: [] });
  const run = report({ gate: gate([comparison('node/s'), unjudged]) });
  expect(table(run, { rows: ROWS })).not.toMatch(/^node\/s:tuned /m);
  expect(table(run, { isVerbose: true })).toMatch(/^node\/s:tuned /m);
});
