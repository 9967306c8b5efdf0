/** What a person sees of `loadline judge`: verdicts as JSON, exit codes, and refusals of bad harms. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

jest.setTimeout(30_000);

const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');

/** @type {string} */
let folder;

beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

/**
 * @param {string} text of the harms
 * @param {{ input?: boolean }} [how] on standard input rather than in a file
 */
function judged(text, { input = false } = {}) {
  const file = path.join(folder, 'harms.json');
  fs.writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [LOADLINE, 'judge', input ? '-' : file],
    { cwd: folder, encoding: 'utf8', ...(input ? { input: text } : {}) },
  );
  return { status, stdout, stderr, file };
}

/**
 * @param {number[]} harms
 * @returns {string}
 */
function hash(harms) {
  const metric = { failAbove: 0.0146, passBelow: 0.0488, harms };
  return JSON.stringify({ alpha: 0.01, beta: 0.05, maxBlocks: 40, metrics: { hash: metric } });
}

test('harms that are large fail with exit code 1, and the metric is named', () => {
  const { status, stdout } = judged(hash(new Array(40).fill(0.4)));
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'fail', culprits: ['hash'] });
});

test('harms around nothing pass with exit code 0', () => {
  const harms = Array.from({ length: 40 }, (_, block) => (block % 2 ? 0.002 : -0.002));
  const { status, stdout } = judged(hash(harms), { input: true });
  expect(status).toBe(0);
  expect(JSON.parse(stdout).metrics.hash.verdict).toBe('pass');
});

test('too few harms are inconclusive, with exit code 3', () => {
  const { status, stdout } = judged(hash([0.01]));
  expect(status).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'inconclusive', blocks: 1 });
});

test('every problem of a bad file is told at once, by JSON pointer, with exit code 2', () => {
  const { status, stderr, stdout, file } = judged(
    '{"alpha": 2, "beta": 0.05, "metrics": {"a": {"failAbove": 0, "passBelow": "x", "harms": [1e999], "more": 1}}}',
  );
  expect(status).toBe(2);
  expect(stdout).toBe('');
  for (const at of ['alpha', 'maxBlocks', 'metrics/a/passBelow', 'metrics/a/harms/0']) {
    expect(stderr).toContain(`${file} /${at}\n`);
  }
  expect(stderr).toContain('no such key; known: failAbove, passBelow, harms');
  expect(stderr).not.toContain('    at ');
});

test('a file that is not there or not JSON is bad input', () => {
  expect(judged('{"alpha": ').stderr).toContain('expected  JSON');
  const missing = spawnSync(process.execPath, [LOADLINE, 'judge', 'none.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(missing.status).toBe(2);
  expect(missing.stderr).toContain('none.json (whole file)\n  expected  a readable file');
});
