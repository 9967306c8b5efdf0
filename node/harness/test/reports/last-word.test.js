/** The last lines of a run. */
'use strict';

const { lastWord } = require('../../src/reports/last-word');
const { endingOf } = require('../../src/reports/report');
const { comparison, gate, metric, report, stack } = require('./a-report');

/**
 * @param {any[]} comparisons
 * @param {object} [more] of the gate
 */
function lines(comparisons, more = {}) {
  return lastWord(report({ gate: gate(comparisons, more) }), 'report.json');
}

test('a run that passed says how many limits were judged, and where its report is', () => {
  expect(lines([comparison('node/a'), comparison('node/b')])).toEqual([
    'passed: 2 limits judged, 2 passed',
    '  report       report.json',
  ]);
});

test('what failed, is undecided or not to be trusted is named, with what to do next', () => {
  const of = (/** @type {string} */ id, /** @type {string} */ verdict, more = {}) =>
    comparison(id, { verdict, metrics: [metric(id, { verdict })], ...more });
  const all = [
    of('node/a', 'fail'),
    of('node/b', 'inconclusive'),
    of('node/c', 'invalid', { invalid: 'driver-bound (8)' }),
    comparison('node/d'),
  ];
  const culprits = ['node/a hash.throughput'];
  expect(lines(all, { verdict: 'fail', culprits })).toEqual([
    'FAILED: 4 limits judged, 1 passed, 1 failed, 1 undecided, 1 not to be trusted',
    '  failed       node/a hash.throughput',
    '  undecided    node/b hash.throughput',
    '  not trusted  node/c hash: driver-bound (8)',
    '  next         npx loadline measure --stack node/a node/b node/c --workload hash (measures just this again)',
    '  raw blocks   blocks.ndjson',
    '  report       report.json',
  ]);
});

test('one that cannot be trusted is not the last word, unless that is a fail', () => {
  const all = [
    comparison('node/a'),
    comparison('node/b', {
      verdict: 'invalid',
      invalid: 'late',
      metrics: [metric('node/b', { verdict: 'invalid' })],
    }),
  ];
  expect(lines(all, { verdict: 'invalid' })[0]).toMatch(
    /^passed: 2 limits judged, 1 passed, 1 not/,
  );
  expect(lines(all, { verdict: 'invalid', inconclusive: 'fail' })[0]).toMatch(/^INVALID: /);
});

test('nothing has passed of which most is not to be trusted', () => {
  const metrics = [metric('node/b', { verdict: 'invalid' })];
  const untrusted = comparison('node/b', { verdict: 'invalid', invalid: 'late', metrics });
  const all = [comparison('node/a'), untrusted, untrusted];
  expect(lines(all, { verdict: 'invalid' })[0]).toBe(
    'INVALID, which thresholds.json lets pass: 3 limits judged, 1 passed, 2 not to be trusted',
  );
});

test('a comparison of two revisions has not passed before all is decided', () => {
  const open = metric('node/b', {
    key: 'throughputOfBaseMin',
    verdict: 'inconclusive',
    resolves: 0.93,
  });
  const all = [
    comparison('node/a'),
    comparison('node/b', { verdict: 'inconclusive', metrics: [open] }),
  ];
  const revision = { name: 'main', commit: null };
  const told = (/** @type {object} */ more) =>
    lastWord(
      report({ gate: gate(all, more), revisions: { base: revision, head: revision } }),
      undefined,
    );
  expect(told({ verdict: 'inconclusive' }).slice(0, 2)).toEqual([
    'INCONCLUSIVE, which thresholds.json lets pass: 2 limits judged, 1 passed, 1 undecided',
    '  undecided    node/b hash.throughput; 0.930 would have been seen',
  ]);
  expect(told({ verdict: 'inconclusive', inconclusive: 'fail' })[0]).toMatch(
    /^INCONCLUSIVE: 2 limits judged/,
  );
});

describe('what is wrong with the base', () => {
  const base = stack('node/a@base', { leftBehind: ['ended by SIGKILL'] });
  const line = '  base         node/a@base left behind: ended by SIGKILL';

  test('is told, and does not fail what was measured all the same', () => {
    const found = report({ stacks: [stack('node/a'), base], gate: gate([comparison('node/a')]) });
    expect(lastWord(found, undefined)).toEqual(['passed: 1 limits judged, 1 passed', line]);
    expect(endingOf(found)).toBe('pass');
  });

  test('is no pass where nothing could be judged', () => {
    const away = comparison('node/a', { verdict: 'invalid', invalid: 'no base', metrics: [] });
    const found = (/** @type {object} */ more) =>
      report({
        stacks: [base],
        gate: gate([away], { verdict: 'invalid', ...more }),
        revisions: { base: { name: 'main', commit: null }, head: { name: 'HEAD', commit: null } },
      });
    expect(lastWord(found({}), undefined)[0]).toBe('INVALID, which thresholds.json lets pass');
    expect(lastWord(found({}), undefined)).toContain('  not trusted  node/a hash: no base');
    expect(lastWord(found({}), undefined)).toContain(line);
    expect(endingOf(found({ inconclusive: 'fail' }))).toBe('invalid');
  });

  test('does not hide what is wrong with head', () => {
    const head = stack('node/a', { leftBehind: ['process 7'] });
    const found = report({ stacks: [head, base], gate: gate([comparison('node/a')]) });
    expect(lastWord(found, undefined)).toEqual([
      'FAILED: 1 limits judged, 1 passed',
      '  failed       node/a left behind: process 7',
      line,
    ]);
  });
});

test('what was not judged is told in one line for each reason', () => {
  const left = (/** @type {string} */ id) =>
    comparison(id, { notMeasured: [`${id} hash.p99: left to --full`] });
  const away = comparison('node/c', { verdict: null, notJudged: 'it needs a JDK', metrics: [] });
  expect(lines([left('node/a'), left('node/b'), away])).toEqual([
    'passed: 2 limits judged, 2 passed',
    '  not judged   2, such as node/a hash.p99: left to --full',
    '  not judged   node/c hash: it needs a JDK',
    '  report       report.json',
  ]);
});

test('where nothing was judged it says whether the run passed', () => {
  expect(lastWord(report({}), undefined)).toEqual(['passed']);
});
