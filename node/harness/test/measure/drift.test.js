/** Which servers get worse while they are loaded, and which only warm up. */
'use strict';

const { driftsOf, maySlowDown, whyStillCompiling } = require('../../src/measure/drift');

const MEBIBYTE = 1024 * 1024;
const SPEED = Math.log(10_000);

/**
 * @param {number} count
 * @param {(at: number) => { harm?: number, own?: number, mebibytes?: number }} values own: what the server itself has lost, all of it unless told
 * @param {number[]} [compilerShares]
 */
function drifts(count, values, compilerShares = []) {
  const all = Array.from({ length: count }, (_, at) => ({ harm: 0, mebibytes: 90, ...values(at) }));
  const pace = paceOf(
    'hash',
    all.map(({ harm }) => harm),
    { compilerShares, own: all.map(({ harm, own = harm }) => own) },
  );
  const residences = all.map(({ mebibytes }) => residence('hash', mebibytes));
  return driftsOf([pace], residences);
}

/**
 * @param {string} workload
 * @param {number[]} harms
 * @param {{ compilerShares?: number[], own?: number[] }} [more]
 */
function paceOf(workload, harms, { compilerShares = [], own = harms } = {}) {
  const throughput = { harms, leftOut: [], compilerShares };
  return { workload, throughput, speeds: own.map((loss) => SPEED - loss) };
}

/**
 * @param {string} workload
 * @param {number} mebibytes
 */
function residence(workload, mebibytes) {
  return { workload, residentBytes: mebibytes * MEBIBYTE };
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
    workload: 'hash',
    what: expect.stringMatching(/^its throughput fell by 2\d % after 9 of 20 blocks$/),
  });
  expect(drifts(20, (at) => ({ harm: noise(at) - at * 0.03 }))).toEqual([]);
});

test('what its reference has gained is no loss of the server', () => {
  expect(drifts(20, (at) => ({ harm: noise(at) + at * 0.03, own: 0 }))).toEqual([]);
});

test('a server that is slower from a late block on is told, and from which', () => {
  const [drift] = drifts(40, (at) => ({ harm: 4 * noise(at) + (at < 28 ? 0 : 0.5) }));
  expect(drift).toEqual({
    kind: 'slowsDown',
    workload: 'hash',
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
  const what = expect.stringContaining('200 MiB');
  expect(drift).toEqual({ kind: 'grows', workload: 'hash', what });
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

const WORKLOADS = ['hello', 'hash', 'upload', 'todos', 'cache', 'echo'];

test('four blocks of each of six workloads show what those of one do not, and where it is plainest', () => {
  const paces = WORKLOADS.map((workload, of) => {
    const slope = workload === 'todos' ? 0.2 : 0.1;
    const harms = [0, 1, 2, 3].map((at) => noise(at + of) + at * slope);
    return paceOf(workload, harms);
  });
  expect(driftsOf(paces.slice(0, 1), [])).toEqual([]);
  const what = expect.stringMatching(
    /^its throughput on 6 workloads fell by (19|2\d) % from the first half of the blocks to the last$/,
  );
  expect(driftsOf(paces, [])).toEqual([{ kind: 'slowsDown', workload: 'todos', what }]);
});

test('what loses a tenth from half to half, too few blocks to tell, may slow down; noise, gains and small losses may not', () => {
  const paces = (/** @type {(at: number) => number} */ harmAt) =>
    WORKLOADS.slice(0, 2).map((workload, of) =>
      paceOf(
        workload,
        [0, 1, 2, 3].map((at) => noise(at + of) + harmAt(at)),
      ),
    );
  const losing = paces((at) => at * 0.06);
  expect(driftsOf(losing, [])).toEqual([]);
  expect(maySlowDown(losing)).toBe(true);
  expect(maySlowDown(paces(() => 0))).toBe(false);
  expect(maySlowDown(paces((at) => -at * 0.06))).toBe(false);
  expect(maySlowDown(paces((at) => at * 0.01))).toBe(false);
  expect(maySlowDown([])).toBe(false);
});

test('noise on many workloads is no drift, nor is what all references gain', () => {
  const noisy = WORKLOADS.map((workload, of) =>
    paceOf(
      workload,
      [0, 1, 2, 3].map((at) => 5 * noise(at + of)),
    ),
  );
  expect(driftsOf(noisy, [])).toEqual([]);
  const harms = [0, 0.1, 0.2, 0.3];
  const gained = WORKLOADS.map((workload) => paceOf(workload, harms, { own: [0, 0, 0, 0] }));
  expect(driftsOf(gained, [])).toEqual([]);
});

test('the workload that makes a server grow is named, though others show its memory too', () => {
  const residences = Array.from({ length: 24 }, (_, at) =>
    residence(WORKLOADS[at % 6], 100 + 50 * Math.floor((at + 4) / 6)),
  );
  const what = 'its memory grew by 200 MiB from the first half of the slices to the last';
  const [drift] = driftsOf([], [...residences, ...residences.map(later)]);
  expect(drift).toEqual({ kind: 'grows', workload: 'upload', what });
});

/** @param {{ workload: string, residentBytes: number }} residence of a second time */
function later({ workload, residentBytes }) {
  return { workload, residentBytes: residentBytes + 200 * MEBIBYTE };
}

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
