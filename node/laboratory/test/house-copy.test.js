'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { median } = require('loadline/src/measure/steady');
const { HouseCopy } = require('../src/house-copy');
const { buildSmallHouse, git } = require('./small-house');

jest.setTimeout(60_000);

/** As of real stacks: of two equal parts one is planted, and the other gets dearer by that. 2.3 to 2.5 were measured. */
const TIMES_MIN = 1.7;
const TIMES_MAX = 3.1;

/** @type {ReturnType<typeof buildSmallHouse>} */
let house;
/** @type {HouseCopy} */
let copy;
/** @type {string} */
let revision;
beforeEach(() => {
  house = buildSmallHouse();
  revision = git(house.root, 'rev-parse', 'HEAD');
  copy = HouseCopy.of(house.root, path.join(house.folder, 'copy'), revision);
});
afterEach(() => house.remove());

/**
 * @param {import('../src/plants/plant').Plant} [plant]
 * @returns {import('../src/settings').Condition}
 */
function condition(plant) {
  return { name: 'any', stack: 'node/small', workloads: ['hello'], runs: 1, plant };
}

/**
 * @param {string} commit
 * @param {string} file
 */
function shown(commit, file) {
  return git(copy.folder, 'show', `${commit}:node/servers/small/${file}`);
}

test('where nothing is planted, the base is the revision, and the head has one file more that nobody reads', () => {
  const { base, head } = copy.sidesOf(revision, condition());
  expect(base).toBe(revision);
  expect(git(copy.folder, 'diff', '--name-only', base, head)).toBe(
    'node/servers/small/laboratory.txt',
  );
});

test('base and head have the same plant, and only its share differs', () => {
  const { base, head } = copy.sidesOf(revision, condition({ harm: 'cpu', share: 0.1 }));
  expect(git(copy.folder, 'diff', '--name-only', base, head)).toBe(
    'node/servers/small/planted.json',
  );
  expect(JSON.parse(shown(base, 'planted.json')).share).toBe(0);
  expect(JSON.parse(shown(head, 'planted.json')).share).toBe(0.1);
  expect(JSON.parse(shown(head, 'stack.json')).command).toEqual([
    ...['node', '--require', './planted.js', 'server.js'],
  ]);
});

test('the same plant is the same commit, so that what was built of it can be used again', () => {
  const plant = condition({ harm: 'lock', share: 0.1 });
  const sides = copy.sidesOf(revision, plant);
  expect(copy.sidesOf(revision, condition()).head).not.toBe(sides.head);
  expect(copy.sidesOf(revision, plant)).toEqual(sides);
});

test('a stack that is not there is told with those that are', () => {
  const other = { ...condition(), stack: 'node/other' };
  expect(() => copy.sidesOf(revision, other)).toThrow('no stack node/other; known: node/small');
});

/** @typedef {(target: string) => Promise<string>} Ask asks a server */

/**
 * @param {string} commit of the copy; another can be checked out once it has started
 * @param {(ask: Ask) => Promise<void>} use
 */
async function withServer(commit, use) {
  git(copy.folder, 'checkout', '--quiet', commit);
  const folder = path.join(copy.folder, 'node/servers/small');
  const [node, ...args] = JSON.parse(
    fs.readFileSync(path.join(folder, 'stack.json'), 'utf8'),
  ).command;
  const child = spawn(node, args, { cwd: folder, env: { ...process.env, PORT: '0' } });
  try {
    const [port] = await once(child.stdout, 'data');
    await use(async (target) => {
      const response = await fetch(`http://127.0.0.1:${Number(port)}${target}`);
      return response.text();
    });
  } finally {
    const exit = once(child, 'exit');
    child.kill();
    await exit;
  }
}

/**
 * Of two servers that are asked in turn, so that both meet the same machine.
 *
 * @param {Ask} usual
 * @param {Ask} planted
 * @returns {Promise<number>} how many times the CPU time of the usual one the planted one needs, once it is known what a request costs
 */
async function timesTheCpu(usual, planted) {
  const ratios = [];
  for (let batch = 0; batch < 10; batch++) {
    const usually = await cpuMicrosOf(usual);
    ratios.push((await cpuMicrosOf(planted)) / usually);
  }
  return median(ratios.slice(5));
}

/**
 * @param {Ask} ask
 * @returns {Promise<number>} microseconds that 200 requests cost
 */
async function cpuMicrosOf(ask) {
  const before = Number(await ask('/cpu'));
  for (let i = 0; i < 200; i++) await ask('/hello');
  return Number(await ask('/cpu')) - before;
}

test('half of the throughput burnt: a request costs a multiple of the CPU time', async () => {
  const plant = /** @type {const} */ ({ harm: 'cpu', share: 0.5, paths: '^/hello' });
  const { base, head } = copy.sidesOf(revision, condition(plant));
  await withServer(base, (usual) =>
    withServer(head, async (planted) => {
      const times = await timesTheCpu(usual, planted);
      expect(times).toBeGreaterThan(TIMES_MIN);
      expect(times).toBeLessThan(TIMES_MAX);
    }),
  );
}, 120_000);

test('a lock for half of the time holds requests up', async () => {
  const plant = /** @type {const} */ ({
    harm: 'lock',
    share: 0.5,
    everyMillis: 200,
    paths: '^/hello',
  });
  await withServer(copy.sidesOf(revision, condition(plant)).head, async (ask) => {
    const longest = async (/** @type {string} */ target) => {
      const millis = [];
      for (let i = 0; i < 20; i++) {
        const began = performance.now();
        await ask(target);
        millis.push(performance.now() - began);
      }
      return Math.max(...millis);
    };
    expect(await longest('/hello')).toBeGreaterThan(99);
  });
});
