/** What `loadline compare` does before it measures, and how it ends: houses that are repositories, the real command. */
'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { readReports } = require('../../src/reports/read-report');
const { buildJudgedHouse } = require('./judged-house');
const { processesOf, runLoadline } = require('./run-loadline');

jest.setTimeout(180_000);

const WRONG = "response.end('Hello World?')";

/** @type {import('./house').House} */
let house;

beforeEach(() => {
  house = buildJudgedHouse({});
  write('.gitignore', 'temporary\nmarks\n');
  git('init', '--quiet', '--initial-branch', 'main');
  commit('first');
});
afterEach(() => {
  const worktrees = git('worktree', 'list').trim().split('\n').slice(1);
  const left = [...processesOf(house), ...fs.readdirSync(house.temporary), ...worktrees];
  house.remove();
  if (left.length > 0) throw new Error(`left over: ${left.join(', ')}`);
});

/** @param {string[]} args */
function git(...args) {
  const who = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@localhost'];
  return execFileSync('git', [...who, ...args], { cwd: house.root, encoding: 'utf8' });
}

/** @param {string} message */
function commit(message) {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  fs.writeFileSync(path.join(house.root, file), text);
}

/** @returns {any} */
function report() {
  return JSON.parse(fs.readFileSync(path.join(house.root, 'report.json'), 'utf8'));
}

/** @param {{ stack: string }} told */
function stackOf({ stack }) {
  return stack;
}

/** @param {string[]} args */
function compare(...args) {
  return runLoadline(house, 'compare', ...args);
}

/** @param {(text: string) => string} change of the server of node/first */
function changeServer(change) {
  const file = path.join(house.root, 'node/servers/0/server.js');
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
}

test('a change that can touch no stack is told, and passes at once', async () => {
  write('README.md', 'A house.');
  const { exitCode, stdout } = await compare('--base', 'main');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('can touch no stack (--all compares all)');
  const { command, gate, notCompared, revisions } = report();
  expect({ command, gate }).toEqual({ command: 'compare', gate: null });
  expect(notCompared.map(stackOf)).toEqual(['node/first', 'node/second']);
  expect(revisions.base).toEqual({ name: 'main', commit: git('rev-parse', 'main').trim() });
  expect(revisions.head.commit).not.toBe(revisions.base.commit);
});

test('head answers wrongly: nothing is measured, and it fails', async () => {
  changeServer((text) => text.replace(/response\.end\([^)]*Hello World![^)]*\)/, WRONG));
  const { exitCode, stdout } = await compare('--base', 'main');
  expect(stdout).toContain('Hello World?');
  expect(exitCode).toBe(1);
  expect(report().gate).toBeNull();
});

test('head mends a base that does not start: that is told, nothing is judged, and nothing fails', async () => {
  changeServer((text) => `throw new Error('Not this time.');\n${text}`);
  commit('broken');
  changeServer((text) => text.replace(/^throw .*\n/, ''));
  const { exitCode, stdout } = await compare('--base', 'main', '--minutes', '0.1');
  expect(stdout).toMatch(
    /^INVALID, which thresholds[.]json lets pass\n {2}not trusted {2}node\/first hello: node\/first@base: node\/first@base ended before it was ready/m,
  );
  expect(stdout).toMatch(/^ {2}base {9}node\/first@base: .*ended before it was ready/m);
  expect(stdout).not.toMatch(/^ {2}failed /m);
  expect(exitCode).toBe(0);
  expect(report().gate.verdict).toBe('invalid');
});

test('what the change can touch is measured in pairs of processes, and its evidence is gone on with', async () => {
  changeServer((text) => `${text}\n// Another comment.\n`);
  const status = git('status', '--porcelain', 'node');
  const first = await compare('--base', 'main', '--minutes', '0.1');
  expect(first.stderr).toContain('measure node/first');
  expect([0, 1]).toContain(first.exitCode);
  const before = report();
  expect(before.notCompared.map(stackOf)).toEqual(['node/second']);
  const [{ subject, reference, metrics, notMeasured }] = before.gate.comparisons;
  expect([subject, reference]).toEqual(['node/first', 'node/first@base']);
  expect(metrics[0].key).toBe('throughputOfBaseMin');
  // On a machine that others use the p99 may want longer slices than there is time for: then that is told.
  const names = metrics.map((/** @type {{ name: string }} */ { name }) => name);
  const left = notMeasured.map((/** @type {string} */ told) => told.split(': ')[0]);
  expect([...names, ...left].sort()).toEqual([
    'node/first hello.p99',
    'node/first hello.throughput',
  ]);
  const again = await compare('--base', 'main', '--minutes', '0.1', '--resume', 'report.json');
  expect([0, 1]).toContain(again.exitCode);
  const pairs = (/** @type {any} */ { gate }) => {
    const [{ blocks, leftOut }] = gate.comparisons[0].metrics;
    return Object.values(leftOut).reduce((sum, count) => sum + Number(count), blocks);
  };
  expect(pairs(report())).toBeGreaterThan(pairs(before));
  expect(git('status', '--porcelain', 'node')).toBe(status);
  // Which also holds it to its schema.
  expect(readReports([path.join(house.root, 'report.json')])).toEqual([report()]);
});

test('evidence of other revisions is not gone on with', async () => {
  write('README.md', 'A house.');
  await compare('--base', 'main');
  commit('second');
  changeServer((text) => `${text}\n// Another comment.\n`);
  const { exitCode, stderr } = await compare('--base', 'main', '--resume', 'report.json');
  expect(stderr).toContain('report.json cannot be gone on with');
  expect(exitCode).toBe(2);
});

test('a revision that there is not is refused with what to do', async () => {
  const { exitCode, stderr, stdout } = await compare('--base', 'mian');
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('mian');
  expect(stderr).not.toMatch(/^\s+at /m);
});
