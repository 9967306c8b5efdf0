/** The steps of the composite action, run in a repository that is not this one. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { comparison, gate, metric, report } = require('../reports/a-report');
const { buildForeignRepository } = require('./a-foreign-repository');
const { runAction } = require('./run-action');

jest.setTimeout(60_000);

const ACTION = path.resolve(__dirname, '../../../../.github/actions/gate');
/** What is installed in the repository: `../../bin/loadline.js` is the real command, for which no test decides what it finds. */
const LOADLINE = path.resolve(__dirname, 'stub-loadline.js');

/** @type {import('./a-foreign-repository').Repository} */
let repository;

afterEach(() => repository.remove());

function install() {
  installAs(path.join(repository.workspace, 'node_modules/.bin/loadline'));
}

/** @param {string} program */
function installAs(program) {
  fs.mkdirSync(path.dirname(program), { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' '${LOADLINE}' "$@"\n`;
  fs.writeFileSync(program, script, { mode: 0o755 });
}

/**
 * @param {object} [how]
 * @param {Record<string, string>} [how.inputs]
 * @param {any} [how.found] the report; null for none
 * @param {Record<string, string>} [how.env]
 * @param {any} [how.event]
 * @param {string} [how.action]
 */
async function run({ inputs, found = passed(), env = {}, event, action = ACTION } = {}) {
  const { workspace, temporary, commits } = repository;
  const args = path.join(temporary, 'args.json');
  const ran = await runAction({
    action,
    workspace,
    temporary,
    event: event ?? { pull_request: { number: 12, base: { sha: commits.main } } },
    inputs,
    env: {
      STUB_ARGS: args,
      ...(found === null ? {} : { STUB_REPORT: JSON.stringify(found) }),
      ...env,
    },
  });
  return { ...ran, args: fs.existsSync(args) ? JSON.parse(fs.readFileSync(args, 'utf8')) : null };
}

function passed() {
  return report({ gate: gate([comparison('node/first')]) });
}

/** @param {string} [fault] */
function failed(fault) {
  const slow = comparison('node/first', {
    verdict: 'fail',
    faults: fault === undefined ? [] : [fault],
    metrics: [metric('node/first', { verdict: 'fail' })],
  });
  const culprits = ['node/first hash.throughput'];
  return report({ passed: false, gate: gate([slow], { verdict: 'fail', culprits }) });
}

test('a pull request that passes: compared with where it left main, told, and its report kept', async () => {
  repository = buildForeignRepository();
  install();
  const { exitCode, output, summary, outputs, uploads, args } = await run();
  expect({ exitCode, output: output.includes('::error') }).toEqual({ exitCode: 0, output: false });
  const { workspace, commits } = repository;
  const file = path.join(workspace, 'report.json');
  const blocks = path.join(workspace, 'blocks.ndjson');
  expect(args).toEqual(['--base', commits.left, '--minutes', '10', '--report', file]);
  expect(summary).toMatch(/^## Loadline: passed\n/);
  expect(outputs).toEqual({
    verdict: 'pass',
    culprits: '[]',
    'exit-code': '0',
    report: file,
    blocks,
  });
  expect(uploads).toEqual([{ name: 'loadline-gate-12', paths: [file, blocks] }]);
  expect([file, blocks].map((each) => fs.existsSync(each))).toEqual([true, true]);
});

test('a pull request that fails: the exit code, the annotation, the culprits, and its report kept all the same', async () => {
  repository = buildForeignRepository();
  install();
  const ran = await run({ found: failed(), env: { STUB_EXIT_CODE: '1' } });
  expect(ran.exitCode).toBe(1);
  expect(ran.output).toMatch(
    /^::error file=thresholds[.]json,title=node\/first hash%3A throughput /m,
  );
  expect(ran.summary).toMatch(/^## Loadline: FAILED\n/);
  expect(ran.outputs).toMatchObject({
    verdict: 'fail',
    culprits: '["node/first hash.throughput"]',
    'exit-code': '1',
  });
  expect(ran.uploads).toHaveLength(1);
});

test('where an inconclusive run is not allowed, its exit code is kept', async () => {
  repository = buildForeignRepository();
  install();
  const found = report({
    passed: false,
    gate: gate([comparison('node/first')], { verdict: 'inconclusive', inconclusive: 'fail' }),
  });
  const { exitCode, outputs } = await run({ found, env: { STUB_EXIT_CODE: '3' } });
  expect(exitCode).toBe(3);
  expect(outputs).toMatchObject({ verdict: 'inconclusive', 'exit-code': '3' });
});

test('where nothing was touched there is no report, and it passes', async () => {
  repository = buildForeignRepository();
  install();
  const { exitCode, summary, outputs, uploads } = await run({ found: null });
  expect({ exitCode, uploads }).toEqual({ exitCode: 0, uploads: [] });
  expect(summary).toMatch(/^## Loadline: passed\n\nNothing that can be compared was touched/);
  expect(outputs).toMatchObject({ verdict: '', report: '' });
});

test('a report of an earlier run is not taken for one of this', async () => {
  repository = buildForeignRepository();
  install();
  fs.writeFileSync(path.join(repository.workspace, 'report.json'), JSON.stringify(failed()));
  const { summary } = await run({ found: null });
  expect(summary).toMatch(/^## Loadline: passed\n\nNothing/);
});

test('a base that does not build: exit code 2, and where to look', async () => {
  repository = buildForeignRepository();
  install();
  const { exitCode, output, summary } = await run({ found: null, env: { STUB_EXIT_CODE: '2' } });
  expect(exitCode).toBe(2);
  expect(summary).toMatch(/^## Loadline: not run\n/);
  expect(output).toMatch(/^::error title=Loadline gate::.* exit code 2/m);
});

test('inputs become options, a word each, and no command', async () => {
  repository = buildForeignRepository();
  install();
  const { exitCode, args } = await run({
    inputs: {
      minutes: '3',
      stack: 'node/first\n  node/second ',
      workload: 'hello $(touch owned) `touch owned` * "x',
      all: 'true',
    },
  });
  expect(exitCode).toBe(0);
  const options = ['--stack', 'node/first', 'node/second', '--workload', 'hello'];
  const odd = ['$(touch', 'owned)', '`touch', 'owned`', '*', '"x'];
  expect(args.slice(6)).toEqual([...options, ...odd, '--all']);
  expect(fs.existsSync(path.join(repository.workspace, 'owned'))).toBe(false);
});

test.each([
  ['one commit alone', ['--depth', '1']],
  ['one branch alone', ['--single-branch']],
])('of a checkout of %s, the history is fetched', async (_, cloned) => {
  repository = buildForeignRepository({ cloned });
  install();
  const { exitCode, args } = await run();
  expect({ exitCode, base: args?.[1] }).toEqual({ exitCode: 0, base: repository.commits.left });
});

test.each([
  ['of a branch', 'main'],
  ['of a commit', 'HEAD^'],
])('a base can be the name %s', async (_, base) => {
  repository = buildForeignRepository();
  install();
  const { exitCode, args } = await run({ inputs: { base }, event: {} });
  expect({ exitCode, base: args?.[1] }).toEqual({ exitCode: 0, base: repository.commits.left });
});

test.each([
  ['unknown', 'nowhere', 'shares no commit'],
  ['an option', '--output=/tmp/x', 'is no revision'],
  ['not there', '', 'no base to compare with'],
])('a base that is %s ends it with exit code 2 and a word on it', async (_, base, why) => {
  repository = buildForeignRepository();
  install();
  const { exitCode, output, summary, outputs, uploads, args } = await run({
    inputs: { base },
    event: {},
  });
  expect({ exitCode, uploads, args }).toEqual({ exitCode: 2, uploads: [], args: null });
  expect(output).toMatch(/^::error title=Loadline gate::/m);
  expect(output).toContain(why);
  expect(summary).toMatch(/^## Loadline: not run\n/);
  expect(summary).toContain(why);
  expect(outputs['exit-code']).toBe('2');
});

test('what servers print is no command for GitHub', async () => {
  repository = buildForeignRepository();
  install();
  const text = '\n::set-output name=verdict::pass\n::error::owned\n';
  const { output, outputs, summary } = await run({
    found: failed(text),
    env: { STUB_EXIT_CODE: '1', STUB_OUTPUT: text },
  });
  const [, token] = /** @type {RegExpExecArray} */ (/^::stop-commands::(\S{30,})$/m.exec(output));
  const [before, within, after, ...more] = output.split(`::${token}`);
  expect(more).toEqual([]);
  expect(within).toContain(text);
  expect(`${before}${after}`).not.toMatch(/^::(set-output|error::owned)/m);
  expect(outputs.verdict).toBe('fail');
  expect(summary.replace(/^```text\n[^`]*^```$/gm, '')).not.toContain('owned');
});

test('what is installed first may fail, and then nothing is compared', async () => {
  repository = buildForeignRepository();
  install();
  const fine = await run({ inputs: { install: 'echo one >installed && echo two >>installed' } });
  expect(fine.exitCode).toBe(0);
  const installed = path.join(repository.workspace, 'installed');
  expect(fs.readFileSync(installed, 'utf8')).toBe('one\ntwo\n');
  fs.rmSync(path.join(repository.temporary, 'args.json'));
  const { exitCode, args, uploads } = await run({ inputs: { install: 'exit 7' } });
  expect({ exitCode, args, uploads }).toEqual({ exitCode: 7, args: null, uploads: [] });
});

test('a house in a folder of the repository: annotations name its file as GitHub knows it', async () => {
  repository = buildForeignRepository();
  install();
  fs.mkdirSync(path.join(repository.workspace, 'my servers'));
  const { exitCode, output, outputs } = await run({
    inputs: { 'working-directory': 'my servers' },
    found: failed(),
    env: { STUB_EXIT_CODE: '1' },
  });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^::error file=my servers\/thresholds[.]json,/m);
  expect(outputs.report).toBe(path.join(repository.workspace, 'my servers/report.json'));
});

test('where the repository has not installed loadline, the one that the action came with is run', async () => {
  repository = buildForeignRepository();
  const came = path.join(repository.temporary, 'action');
  const action = path.join(came, '.github/actions/gate');
  fs.mkdirSync(action, { recursive: true });
  for (const file of ['action.yml', 'compare']) {
    fs.copyFileSync(path.join(ACTION, file), path.join(action, file));
  }
  fs.mkdirSync(path.join(came, 'node_modules'));
  installAs(path.join(came, 'node/harness/bin/loadline.js'));
  const { exitCode, summary } = await run({ action });
  expect(exitCode).toBe(0);
  expect(summary).toMatch(/^## Loadline: passed\n/);
});

test('a job that is cancelled lets the comparison tidy up', async () => {
  repository = buildForeignRepository();
  install();
  const { exitCode, summary, uploads } = await run({ found: null, env: { STUB_WAITS: 'yes' } });
  expect(fs.existsSync(path.join(repository.temporary, 'args.json.ended'))).toBe(true);
  expect({ exitCode, uploads }).toEqual({ exitCode: 130, uploads: [] });
  expect(summary).toMatch(/^## Loadline: interrupted\n/);
});

test('the checkout is left as it was', async () => {
  repository = buildForeignRepository();
  install();
  await run();
  const { git, commits } = repository;
  expect(git('status', '--porcelain')).toBe('');
  expect(git('rev-parse', 'HEAD')).toBe(commits.head);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});
