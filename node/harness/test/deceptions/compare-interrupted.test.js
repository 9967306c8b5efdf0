/** `loadline compare` that is interrupted, or whose server is killed: the real command, in houses that are repositories. */
'use strict';

const { createHash } = require('node:crypto');
const { execFileSync, spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { buildHouse } = require('../cli/house');
const { pidsOf, processesOf, runLoadline, startLoadline, until } = require('../cli/run-loadline');

jest.setTimeout(120_000);

const JEST = require.resolve('jest/bin/jest');
const SERVER = 'node/servers/0/server.js';
const BUILD = 'node/servers/0/build.js';
const IGNORED = 'temporary\nmarks\nreport.*\nblocks.*\n';
/** A loaded machine may take that long for what else is a matter of a second. */
const SOON_MILLIS = 60_000;
/** Two blocks, a line for each side. */
const BLOCKS_LINES = 4;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };

/** @typedef {keyof typeof EXIT_CODES} Signal */

/** @type {import('../cli/house').House} */
let house;

afterEach(() => house.remove());

/** @param {import('../cli/house').HouseOptions} [options] */
function repositoryOf(options) {
  house = buildHouse(options);
  fs.writeFileSync(path.join(house.root, '.gitignore'), IGNORED);
  fs.writeFileSync(path.join(house.root, BUILD), '');
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  // What is to be left as it is: a change that is staged, one that is not, and a new file.
  fs.appendFileSync(path.join(house.root, SERVER), '// Staged.\n');
  git('add', SERVER);
  fs.appendFileSync(path.join(house.root, SERVER), '// Not staged.\n');
  fs.writeFileSync(path.join(house.root, 'a new file'), 'new');
}

/** @param {string[]} args */
function git(...args) {
  const who = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@localhost'];
  return execFileSync('git', [...who, ...args], { cwd: house.root, encoding: 'utf8' });
}

/** @param {string[]} more */
function compareArgs(...more) {
  return ['compare', '--base', 'main', ...more];
}

/** @param {string} mark */
function isMarked(mark) {
  return fs.existsSync(house.marks) && fs.readFileSync(house.marks, 'utf8').includes(`${mark}\n`);
}

/** @returns {string[]} the lines of blocks.ndjson that are written to their end */
function lines() {
  const file = path.join(house.root, 'blocks.ndjson');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

/** @returns {Record<string, string>} what of the user's may not change: his files and his index, to the last byte */
function stateOfUser() {
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  const isFile = (/** @type {string} */ name) => fs.lstatSync(path.join(house.root, name)).isFile();
  return Object.fromEntries(
    [...files.filter((file) => file !== '' && isFile(file)), '.git/index'].map((file) => {
      const content = fs.readFileSync(path.join(house.root, file));
      return [file, createHash('sha256').update(content).digest('hex')];
    }),
  );
}

async function expectNothingLeft() {
  await until(() => processesOf(house).length === 0, 'the end of all processes', SOON_MILLIS);
  await until(() => fs.readdirSync(house.temporary).length === 0, 'an empty folder', SOON_MILLIS);
  const worktrees = () => git('worktree', 'list').trim().split('\n');
  await until(() => worktrees().length === 1, 'the end of the worktrees', SOON_MILLIS);
}

/**
 * @param {Signal} signal
 * @param {() => boolean} isReached
 * @param {string[]} [args]
 */
async function interrupted(signal, isReached, args = compareArgs('--minutes', '5')) {
  const before = stateOfUser();
  const run = startLoadline(house, args);
  await until(isReached, 'the moment', SOON_MILLIS);
  // Ctrl-C in a terminal reaches the whole foreground group, SIGTERM the command alone.
  process.kill((signal === 'SIGINT' ? -1 : 1) * Number(run.child.pid), signal);
  const { exitCode, stdout, stderr } = await run.ended;
  await expectNothingLeft();
  expect(stateOfUser()).toEqual(before);
  expect({ exitCode, stdout }).toEqual({ exitCode: EXIT_CODES[signal], stdout: '' });
  expect(stderr).toMatch(/^interrupted$/m);
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr;
}

describe.each(/** @type {Signal[]} */ (['SIGINT', 'SIGTERM']))('%s leaves nothing', (signal) => {
  test('while the base is built', async () => {
    repositoryOf({ stack: { build: ['node', 'build.js'] } });
    const endless = `require('node:fs').appendFileSync(${JSON.stringify(house.marks)}, 'built\\n'); setInterval(() => {}, 1000);`;
    fs.writeFileSync(path.join(house.root, BUILD), endless);
    git('commit', '--quiet', '--message', 'A build', '--', BUILD);
    const stderr = await interrupted(signal, () => isMarked('built'));
    expect(stderr).toContain('building main');
  });

  test('while contracts are checked', async () => {
    repositoryOf({ hold: true });
    const stderr = await interrupted(signal, () => isMarked('/hold'));
    expect(stderr).not.toContain('--resume');
  });

  test('while blocks are measured, but these', async () => {
    repositoryOf();
    const stderr = await interrupted(signal, () => lines().length >= BLOCKS_LINES);
    const goOn =
      'npx loadline compare --base main --resume report.json goes on with what is measured';
    expect(stderr.trimEnd().split('\n').slice(-2)).toEqual(['interrupted', goOn]);
    const before = lines();
    const more = () => lines().length >= before.length + BLOCKS_LINES;
    await interrupted(signal, more, compareArgs('--minutes', '5', '--resume', 'report.json'));
    expect(lines().slice(0, before.length)).toEqual(before);
  });
});

test('what was measured of other revisions before it was interrupted is not gone on with', async () => {
  repositoryOf();
  git('stash', 'push', '--quiet', '--include-untracked');
  await runLoadline(house, ...compareArgs());
  git('stash', 'pop', '--quiet', '--index');
  // The report that there is now is of no change at all, and the blocks will be of one.
  await interrupted('SIGINT', () => lines().length >= BLOCKS_LINES);
  git('stash', 'push', '--quiet', '--include-untracked');
  const { exitCode, stderr } = await runLoadline(house, ...compareArgs('--resume', 'report.json'));
  expect(stderr).toContain('report.json cannot be gone on with');
  expect(exitCode).toBe(2);
});

/** @returns {Promise<import('../cli/run-loadline').Ended>} */
async function killedWhileMeasured(/** @type {'head' | 'base'} */ side) {
  repositoryOf();
  const before = stateOfUser();
  const run = startLoadline(house, compareArgs('--minutes', '0.2'));
  await until(() => lines().length > 0, 'the first block', SOON_MILLIS);
  const base = git('rev-parse', 'main');
  const isOfBase = (/** @type {number} */ pid) =>
    execFileSync('git', ['rev-parse', 'HEAD'], { cwd: `/proc/${pid}/cwd`, encoding: 'utf8' }) ===
    base;
  const pid = pidsOf(house, 'server.js').find((each) => isOfBase(each) === (side === 'base'));
  process.kill(Number(pid), 'SIGKILL');
  const ended = await run.ended;
  await expectNothingLeft();
  expect(stateOfUser()).toEqual(before);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  return ended;
}

describe('a server that is killed while it is measured', () => {
  test('is a failure of head where it is of head', async () => {
    const { exitCode, stdout } = await killedWhileMeasured('head');
    expect(stdout).toMatch(
      /^ {2}failed +node\/first hello: the server ended: ended by SIGKILL; it wrote nothing$/m,
    );
    expect(exitCode).toBe(1);
  });

  test('is told where it is of the base, and fails nothing: head may be what mends it', async () => {
    const { exitCode, stdout } = await killedWhileMeasured('base');
    expect(stdout).toMatch(
      /^(INCONCLUSIVE|INVALID), which thresholds[.]json lets pass[^]*^ {2}base +node\/first@base hello: the server ended: ended by SIGKILL/m,
    );
    expect(stdout).not.toMatch(/^ {2}failed /m);
    expect(exitCode).toBe(0);
  });
});

test.each(/** @type {const} */ (['SIGTERM', 'SIGKILL']))(
  'Jest, which waits for a comparison, is ended by %s alone: nothing is left',
  async (signal) => {
    repositoryOf();
    const limits = { stacks: { 'node/first': { hello: { throughputOfYardstickMin: 0.1 } } } };
    const gate = { falseAlarm: 0.01, missed: 0.05, maxBlocks: 40, inconclusive: 'warn' };
    const regression = { throughputLossMax: 0.05, p99IncreaseMax: 0.2 };
    write('thresholds.json', JSON.stringify({ gate, regression, ...limits }));
    write('jest.config.js', 'module.exports = { testEnvironment: "node", transform: {} };');
    const harness = JSON.stringify(path.resolve(__dirname, '../../src/jest'));
    write(
      'performance.test.js',
      `require(${harness}).describePerformance({ rootFolder: __dirname, language: 'node', base: 'main' });`,
    );
    const before = stateOfUser();
    const env = { ...process.env, TMPDIR: house.temporary, LOADLINE_TEST: house.root };
    const jest = spawn(process.execPath, [JEST, '--runInBand', '--no-cache'], {
      cwd: house.root,
      env,
      stdio: 'ignore',
      detached: true,
    });
    const ended = once(jest, 'exit');
    await until(() => lines().length > 0, 'the first block', SOON_MILLIS);
    jest.kill(signal);
    await ended;
    fs.rmSync(path.join(house.temporary, 'jest_0'), { recursive: true, force: true });
    await expectNothingLeft();
    expect(stateOfUser()).toEqual(before);
  },
);

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  fs.writeFileSync(path.join(house.root, file), text);
}
