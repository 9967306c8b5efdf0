/** Whenever and however a comparison is ended, nothing of its sides is left. */
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');
const { setTimeout: sleep } = require('node:timers/promises');
const { Surroundings, git, gitHouse, write } = require('./git-house');

const GONE_WITHIN_MILLIS = 20_000;
/** It tells its process id, so that one can see whether it has gone. */
const ENDLESS_BUILD = `require('node:fs').writeFileSync(process.env.BUILDS, String(process.pid)); setInterval(() => {}, 1000);`;

/** @type {Surroundings} */
let surroundings;
/** @type {string} */
let house;

beforeEach(() => {
  surroundings = new Surroundings();
  house = path.join(surroundings.folder, 'a house');
  gitHouse(house, { first: { build: ['node', 'build.js'] } });
});

afterEach(() => surroundings.restore());

/**
 * @param {string} line that it is to write
 * @returns {Promise<import('node:child_process').ChildProcess>} that has written it
 */
async function comparingUntil(line) {
  const args = [
    path.join(__dirname, 'comparing.js'),
    house,
    path.join(surroundings.folder, 'cache'),
  ];
  const child = spawn(process.execPath, args, {
    env: process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const each of readline.createInterface({ input: child.stdout })) {
    if (each.startsWith(line)) return child;
  }
  throw new Error(`it has not written "${line}"`);
}

/** @param {() => boolean} isSo */
async function expectSoon(isSo) {
  const deadline = Date.now() + GONE_WITHIN_MILLIS;
  while (!isSo() && Date.now() < deadline) await sleep(20);
  expect(isSo()).toBe(true);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.each(/** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGKILL']))('%s', (signal) => {
  test('while both sides are there', async () => {
    write(house, 'new file', 'new');
    const before = git(house, 'status', '--porcelain');
    const child = await comparingUntil('all is there');
    expect(git(house, 'worktree', 'list').split('\n')).toHaveLength(2);
    child.kill(signal);
    await once(child, 'exit');
    await expectSoon(() => surroundings.leftOver().length === 0);
    await expectSoon(() => git(house, 'worktree', 'list').split('\n').length === 1);
    expect(git(house, 'status', '--porcelain')).toBe(before);
  });

  test('while it builds', async () => {
    write(house, 'node/servers/first/build.js', ENDLESS_BUILD);
    const child = await comparingUntil('building');
    await expectSoon(() => surroundings.builds().some((pid) => pid !== ''));
    child.kill(signal);
    await once(child, 'exit');
    await expectSoon(() => !isAlive(Number(surroundings.builds()[0])));
    await expectSoon(() => surroundings.leftOver().length === 0);
    await expectSoon(() => git(house, 'worktree', 'list').split('\n').length === 1);
    expect(fs.existsSync(path.join(surroundings.folder, 'cache'))).toBe(false);
  });

  test('while it checks out', async () => {
    // A slow filter keeps git busy in the middle of it.
    git(house, 'config', 'filter.slow.smudge', 'sleep 60');
    write(house, '.gitattributes', 'slow filter=slow\n');
    write(house, 'slow', 'text');
    const child = await comparingUntil('checking out');
    await expectSoon(() => fs.existsSync(path.join(house, '.git/worktrees')));
    child.kill(signal);
    await once(child, 'exit');
    await expectSoon(() => surroundings.leftOver().length === 0);
    await expectSoon(() => git(house, 'worktree', 'list').split('\n').length === 1);
  });
});
