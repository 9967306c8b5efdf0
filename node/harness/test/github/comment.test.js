/** The comment of a gate, by the real command, against a GitHub on loopback: whom it is told to, and whom it believes. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { strToU8, zipSync } = require('fflate');
const { Api, GithubError } = require('../../src/github/api');
const { commentOn } = require('../../src/github/comment');
const { InvalidInput } = require('../../src/input/invalid-input');
const { comparison, gate, report, stack } = require('../reports/a-report');
const { BOT, TOKEN, startGithub } = require('./fake-github');
const { runAction } = require('./run-action');

/** @typedef {import('./fake-github').Known} Known */

jest.setTimeout(60_000);

const ACTION = path.resolve(__dirname, '../../../../.github/actions/gate-comment');
const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');
const MEBIBYTE = 1024 * 1024;
const MARKER = '<!-- loadline-gate -->';
const COMMIT = 'cefd99c8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2';
const FORK = { id: 42, owner: { login: 'guest' }, full_name: 'guest/loadline' };
const RUN = {
  id: 7,
  event: 'pull_request',
  conclusion: 'success',
  head_sha: COMMIT,
  head_branch: 'faster',
  head_repository: FORK,
  // As it is of forks.
  pull_requests: [],
};

/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof startGithub>> | undefined} */
let github;

beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-'))));
afterEach(async () => {
  await github?.stop();
  fs.rmSync(folder, { recursive: true });
});

/**
 * @param {number} number
 * @param {object} [more] of its head
 */
function pull(number, more = {}) {
  const head = { label: 'guest:faster', sha: COMMIT, repo: { id: FORK.id }, ...more };
  return { number, state: 'open', head };
}

/**
 * @param {number} claimed
 * @param {object} [more]
 */
function artefact(claimed, more = {}) {
  const name = `loadline-gate-${claimed}`;
  return { id: 99, name, size_in_bytes: 4_000, expired: false, ...more };
}

/** @param {Record<string, string>} files */
function zipped(files) {
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(packed)));
}

/** @param {object} [more] */
function zippedReport(more = {}) {
  const told = report({ gate: gate([comparison('node/a')]), ...more });
  return zipped({ 'report.json': JSON.stringify(told), 'blocks.ndjson': '{}\n' });
}

/** One pull request of a fork whose run has left a report; each test changes one thing. */
const USUAL = { artifacts: [artefact(3)], pulls: [pull(3)], zip: zippedReport() };

/**
 * @param {Known} known
 * @param {any} [run] more of it
 * @returns {Promise<{ told: string, problem: string, written: any[] }>}
 */
async function comment(known, run = {}) {
  github = await startGithub(known);
  const api = new Api({ url: github.url, token: TOKEN });
  const place = { api, repository: 'house/loadline', server: 'https://github.example' };
  const ended = await commentOn({ ...RUN, ...run }, place).then(
    (told) => ({ told, problem: '' }),
    (error) => {
      if (!(error instanceof InvalidInput || error instanceof GithubError)) throw error;
      return { told: '', problem: error.message };
    },
  );
  return { ...ended, written: writtenTo(github) };
}

/**
 * The same as it is typed in a workflow.
 *
 * @param {Known} known
 */
async function typed(known) {
  github = await startGithub(known);
  const env = { PATH: process.env.PATH, GITHUB_TOKEN: TOKEN, ...workflowOf(github) };
  const child = spawn(process.execPath, [LOADLINE, 'comment'], { env, cwd: folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  return { exitCode, output, written: writtenTo(github) };
}

/**
 * @param {NonNullable<typeof github>} asked
 * @returns {Record<string, string>} what GitHub tells a workflow that is started by workflow_run
 */
function workflowOf({ url }) {
  const event = path.join(folder, 'event.json');
  fs.writeFileSync(event, JSON.stringify({ workflow_run: RUN }));
  return {
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: 'house/loadline',
    GITHUB_API_URL: url,
    GITHUB_SERVER_URL: 'https://github.example',
  };
}

/** @param {NonNullable<typeof github>} asked */
function writtenTo({ asked }) {
  return asked.filter(({ method }) => method !== 'GET');
}

test('a pull request from a fork gets a comment that begins with the verdict and ends with the run', async () => {
  const { exitCode, output, written } = await typed(USUAL);
  expect({ exitCode, output }).toEqual({ exitCode: 0, output: 'commented on pull request 3\n' });
  expect(written).toHaveLength(1);
  const [{ method, url, authorization, body }] = written;
  expect([method, url]).toEqual(['POST', '/repos/house/loadline/issues/3/comments']);
  expect(authorization).toBe(`Bearer ${TOKEN}`);
  expect(body.body).toMatch(new RegExp(`^${MARKER}\n## Loadline: passed\n`));
  expect(body.body).toContain('(https://github.example/house/loadline/actions/runs/7)');
});

test('the token does not go where the artefact lies', async () => {
  await comment(USUAL);
  expect(github?.stored.map(({ authorization }) => authorization)).toEqual([undefined]);
});

test('a comment that is there is updated, on whichever page it is', async () => {
  const others = Array.from({ length: 130 }, (_, at) => ({
    id: at + 1,
    user: { login: 'guest', type: 'User' },
    body: 'Nice.',
  }));
  const own = { id: 500, user: BOT, body: `${MARKER}\n## Loadline: FAILED` };
  const { written, told } = await comment({ ...USUAL, comments: [...others, own] });
  expect(told).toBe('updated the comment on pull request 3');
  expect(written.map(({ method, url }) => [method, url])).toEqual([
    ['PATCH', '/repos/house/loadline/issues/comments/500'],
  ]);
});

test.each([
  ['of a person who writes the marker', { login: 'guest', type: 'User' }, `${MARKER}\n`],
  ['of a person who is called like the bot', { ...BOT, type: 'User' }, `${MARKER}\n`],
  ['of the bot that tells something else', BOT, `Deployed.\n${MARKER}`],
  ['of somebody who is gone', null, `${MARKER}\n`],
])('a comment %s is left alone', async (_, user, body) => {
  const { written } = await comment({ ...USUAL, comments: [{ id: 1, user, body }] });
  expect(written.map(({ method }) => method)).toEqual(['POST']);
});

test('of several pull requests with the same head, the one is told that was held against its base', async () => {
  const pulls = [pull(2), pull(3), pull(4)];
  const { written } = await comment({ ...USUAL, pulls });
  expect(written.map(({ url }) => url)).toEqual(['/repos/house/loadline/issues/3/comments']);
});

test.each([
  ['has moved on', { pulls: [pull(3, { sha: 'f'.repeat(40) })] }, {}],
  ['is closed', { pulls: [] }, {}],
  [
    'is of somebody else, whose branch is called the same',
    { pulls: [pull(3, { repo: { id: 43 } })] },
    {},
  ],
  ['is not the one that the artefact claims', { pulls: [pull(2)] }, {}],
  ['is of a fork that is gone', {}, { head_repository: null }],
  [
    'is of a fork that is gone, as the pull request has it',
    { pulls: [pull(3, { repo: null })] },
    {},
  ],
])('nothing is written where the pull request %s', async (_, known, run) => {
  const { told, written } = await comment({ ...USUAL, ...known }, run);
  expect(told).toBe('nothing to tell: no open pull request 3 has this commit at its head');
  expect(written).toEqual([]);
  expect(github?.stored).toEqual([]);
});

test('the name of a branch is no more than a name', async () => {
  const branch = 'x&state=all&head=house:main#?/../..';
  const head = { label: `guest:${branch}` };
  const { written } = await comment({ ...USUAL, pulls: [pull(3, head)] }, { head_branch: branch });
  expect(written).toHaveLength(1);
});

test.each([
  ['none', []],
  ['one that has expired', [artefact(3, { expired: true })]],
  ['another one', [artefact(3, { name: 'junit' })]],
  ['one of no pull request', [artefact(0)]],
  ['one whose name goes on', [artefact(3, { name: 'loadline-gate-3/../../4' })]],
])('of a run with %s of the artefacts nothing is told', async (_, artifacts) => {
  const { told, written } = await comment({ ...USUAL, artifacts });
  expect(told).toBe('nothing to tell: the run has no artefact of a gate');
  expect(written).toEqual([]);
});

test.each([
  ['success', 'passed'],
  ['failure', 'not run'],
])(
  'what an earlier run said does not stay after a %s without a report',
  async (conclusion, title) => {
    const own = { id: 500, user: BOT, body: `${MARKER}\n## Loadline: FAILED` };
    const known = { ...USUAL, artifacts: [], comments: [own] };
    const { told, written } = await comment(known, { conclusion });
    expect(told).toBe('updated the comment on pull request 3');
    expect(written[0].body.body).toMatch(new RegExp(`^${MARKER}\n## Loadline: ${title}\n`));
  },
);

test('without a report nothing is told where it is not plain of which pull request the run was', async () => {
  const own = { id: 500, user: BOT, body: `${MARKER}\n## Loadline: FAILED` };
  const pulls = [pull(3), pull(4)];
  const { written } = await comment({ artifacts: [], pulls, comments: [own] });
  expect(written).toEqual([]);
});

test.each([
  [
    'too large by its own account',
    { artifacts: [artefact(3, { size_in_bytes: 17 * MEBIBYTE })] },
    'at most 16777216 bytes',
  ],
  ['larger than it says', { zip: Buffer.alloc(17 * MEBIBYTE) }, 'more than 16777216 bytes'],
  [
    'small, with a report that is large',
    { zip: zipped({ 'report.json': ' '.repeat(5 * MEBIBYTE) }) },
    'at most 4194304 bytes',
  ],
  ['no zip file', { zip: Buffer.from('<html>') }, 'a zip file'],
  ['without a report', { zip: zipped({ 'blocks.ndjson': '' }) }, 'no such file in the artefact'],
  [
    'with a report elsewhere',
    { zip: zipped({ '../report.json': '{}' }) },
    'no such file in the artefact',
  ],
  ['without JSON in its report', { zip: zipped({ 'report.json': '{"a":' }) }, 'expected  JSON'],
  [
    'of another schema',
    { zip: zipped({ 'report.json': '{"passed":true}' }) },
    'report.json /schemaVersion',
  ],
  [
    'of a version that is unknown',
    { zip: zippedReport({ schemaVersion: '99.0' }) },
    'report.json /schemaVersion',
  ],
  [
    'with a text where a figure is to be',
    { zip: zippedReport({ seconds: '</td>' }) },
    'report.json /seconds',
  ],
  ['null', { zip: zipped({ 'report.json': 'null' }) }, 'expected  object'],
])('an artefact that is %s is refused, and nothing written', async (_, known, why) => {
  const { problem, written } = await comment({ ...USUAL, ...known });
  expect(problem).toContain(why);
  expect(written).toEqual([]);
});

test('an artefact with two million mistakes ends within the memory that it has', async () => {
  const notes = `[${'0,'.repeat(2_000_000)}0]`;
  const text = JSON.stringify(report()).replace('"notes":[]', `"notes":${notes}`);
  const { exitCode, output, written } = await typed({
    ...USUAL,
    zip: zipped({ 'report.json': text }),
  });
  expect({ exitCode, written }).toEqual({ exitCode: 2, written: [] });
  expect(output.length).toBeLessThan(30_000);
});

test('what servers wrote stays text in the comment', async () => {
  const text = '</details>\n\n@everyone | `x`\n::set-output name=verdict::pass';
  const zip = zippedReport({ stacks: [stack('node/a', { problem: text })], notes: [text] });
  const { written } = await comment({ ...USUAL, zip });
  expect(written[0].body.body).toMatch(/^<!-- loadline-gate -->\n## Loadline: FAILED\n/);
  const outside = written[0].body.body
    .replace(/^```text\n[^`]*^```$/gm, '')
    .replace(/`[^`\n]+`/g, '');
  expect(outside).not.toMatch(/@|::|details/);
});

test('where GitHub refuses, it is said what was asked', async () => {
  const { exitCode, output } = await typed({ ...USUAL, status: 403 });
  expect(exitCode).toBe(2);
  expect(output).toMatch(
    /^loadline: GET \/repos\/house\/loadline\/actions\/runs\/7\/artifacts\?per_page=100: GitHub answered 403: /,
  );
  expect(output).not.toContain(TOKEN);
});

test('the action runs the code that it came with, in any folder, and takes no command from an artefact', async () => {
  const mistake = '\n::set-output name=verdict::pass\n';
  const text = JSON.stringify({ ...report(), [mistake]: 1 });
  github = await startGithub({ ...USUAL, zip: zipped({ 'report.json': text }) });
  const program = path.join(folder, 'node_modules/.bin/loadline');
  fs.mkdirSync(path.dirname(program), { recursive: true });
  fs.writeFileSync(program, '#!/bin/sh\necho owned\n', { mode: 0o755 });
  const where = { action: ACTION, workspace: folder, temporary: folder, event: {} };
  const { exitCode, output } = await runAction({ ...where, env: workflowOf(github) });
  expect(exitCode).toBe(2);
  expect(output).toMatch(/^::stop-commands::(\S{30,})\n[^]*^::\1::\n[^]*$/m);
  expect(output).not.toContain('owned');
  expect(writtenTo(github)).toEqual([]);
});
