/** Which servers get worse while they are loaded, and which only warm up. */
'use strict';

const { confirmed, driftsOf, whyStillCompiling } = require('../../src/measure/drift');
const { closedSample, record } = require('./a-block');

const MEBIBYTE = 1024 * 1024;

/**
 * @param {number} count
 * @param {(at: number) => { harm?: number, mebibytes?: number }} values
 * @param {number[]} [compilerShares]
 */
function drifts(count, values, compilerShares = []) {
  const all = Array.from({ length: count }, (_, at) => ({ harm: 0, mebibytes: 90, ...values(at) }));
  const blocks = all.map(({ harm, mebibytes }, at) => {
    const sample = closedSample({ requestsPerSecond: 10_000 * Math.exp(-harm) });
    const server = { ...sample.server, residentBytes: mebibytes * MEBIBYTE };
    return { subject: record({ block: at, sample: { ...sample, server } }), reference: null };
  });
  return driftsOf(blocks, { harms: all.map(({ harm }) => harm), leftOut: [], compilerShares });
}

/** @param {number} at */
function noise(at) {
  return [0.03, -0.02, 0.01, -0.04, 0.02, 0, -0.01][at % 7];
}

test('noise around a level is none', () => {
  expect(drifts(40, (at) => ({ harm: noise(at) }))).toEqual([]);
});

test('a small drift is nothing to stop a gate for', () => {
  expect(drifts(40, (at) => ({ harm: at * 0.002 }))).toEqual([]);
});

test('a server that gets slower by more than a tenth is told, and one that gets faster is not', () => {
  const [drift] = drifts(20, (at) => ({ harm: noise(at) + at * 0.03 }));
  expect(drift).toEqual({
    kind: 'slowsDown',
    what: expect.stringMatching(/^its throughput fell by 2\d % after 9 of 20 blocks$/),
  });
  expect(drifts(20, (at) => ({ harm: noise(at) - at * 0.03 }))).toEqual([]);
});

test('a server that is slower from a late block on is told, and from which', () => {
  const [drift] = drifts(40, (at) => ({ harm: 4 * noise(at) + (at < 28 ? 0 : 0.5) }));
  expect(drift).toEqual({
    kind: 'slowsDown',
    what: expect.stringMatching(/^its throughput fell by [34]\d % after 28 of 40 blocks$/),
  });
});

test('a JVM that takes its heap at once does not grow', () => {
  expect(drifts(20, (at) => ({ mebibytes: at < 10 ? 100 : 500 }))).toEqual([]);
});

test('a JVM whose compilers are still busy is not told to slow down', () => {
  const shares = Array.from({ length: 20 }, () => 0.3);
  expect(drifts(20, (at) => ({ harm: noise(at) + at * 0.03 }), shares)).toEqual([]);
});

test('memory that grows on and on is told, memory that is given back is not', () => {
  const [drift] = drifts(20, (at) => ({ mebibytes: 100 + 20 * at }));
  expect(drift).toEqual({ kind: 'grows', what: expect.stringContaining('200 MiB') });
  expect(drifts(20, (at) => ({ mebibytes: 900 - 20 * at }))).toEqual([]);
});

test('a leak that slows its server is told as both', () => {
  const both = drifts(20, (at) => ({ harm: noise(at) + at * 0.03, mebibytes: 100 + 20 * at }));
  expect(both.map(({ kind }) => kind)).toEqual(['slowsDown', 'grows']);
});

test('a few blocks tell nothing', () => {
  expect(drifts(5, (at) => ({ harm: at * 0.1 }))).toEqual([]);
  expect(drifts(0, () => ({}))).toEqual([]);
});

test('what two sets of processes have shown is confirmed', () => {
  /** @type {any} */
  const [slower, larger] = [
    { kind: 'slowsDown', what: 'so' },
    { kind: 'grows', what: 'so' },
  ];
  expect(confirmed([[slower], [slower]])).toEqual([slower]);
  expect(confirmed([[slower], [larger], [slower]])).toEqual([slower]);
  expect(confirmed([[slower, larger], []])).toEqual([]);
});

test.each([
  [
    'a JVM that compiles all the time',
    [0.34, 0.21, 0.2, 0.22],
    /^it still warmed up: its compilers had 2\d % of a core$/,
  ],
  ['one that did so at first', [0.34, 0.3, 0.03, 0.02, 0.01], null],
  ['what compiles nothing', [], null],
])('%s: whether it still warms up', (_what, shares, expected) => {
  const why = whyStillCompiling(shares);
  if (expected === null) expect(why).toBeNull();
  else expect(why).toMatch(expected);
});
