/** The steps of the composite action with the real command, in a repository that is not this one and has a server of its own. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { processesOf } = require('../cli/run-loadline');
const { buildForeignRepository } = require('./a-foreign-repository');
const { runAction } = require('./run-action');

// It builds nothing, and measures for some seconds; what others do on the machine takes the rest.
jest.setTimeout(240_000);

const ACTION = path.resolve(__dirname, '../../../../.github/actions/gate');
const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');

/** @type {import('./a-foreign-repository').Repository} */
let repository;

beforeEach(() => {
  repository = buildForeignRepository();
  const program = path.join(repository.workspace, 'node_modules/.bin/loadline');
  fs.mkdirSync(path.dirname(program), { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' '${LOADLINE}' "$@"\n`;
  fs.writeFileSync(program, script, { mode: 0o755 });
});
afterEach(() => repository.remove());

/** @param {Record<string, string>} [inputs] */
function run(inputs) {
  const { workspace, temporary, commits } = repository;
  const event = { pull_request: { number: 12, base: { sha: commits.main } } };
  const env = {
    TMPDIR: temporary,
    XDG_CACHE_HOME: path.join(temporary, 'cache'),
    // By which processesOf knows what was started here.
    LOADLINE_TEST: workspace,
  };
  return runAction({ action: ACTION, workspace, temporary, event, inputs, env });
}

function expectNothingLeft() {
  const { git, workspace, temporary, commits } = repository;
  const left = fs.readdirSync(temporary).filter((name) => name.startsWith('loadline-'));
  expect(left).toEqual([]);
  const house = { root: workspace, temporary, marks: '', remove: () => {} };
  expect(processesOf(house)).toEqual([]);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('rev-parse', 'HEAD')).toBe(commits.head);
}

test('its server is measured against where it left main, and the verdict, the summary and the evidence are told', async () => {
  const { exitCode, summary, outputs, uploads, output } = await run({ minutes: '0.2' });
  const { workspace, commits } = repository;
  const report = path.join(workspace, 'report.json');
  const found = JSON.parse(fs.readFileSync(report, 'utf8'));
  expect(found.revisions.base.commit).toBe(commits.left);
  expect(found.revisions.head.commit).toBe(commits.head);
  expect(found.gate.comparisons.map((/** @type {any} */ { subject }) => subject)).toEqual([
    'node/first',
  ]);
  // What a busy machine finds in some seconds is open; that it is told alike everywhere is not.
  expect(outputs).toMatchObject({
    verdict: found.gate.verdict,
    'exit-code': String(exitCode),
    report,
    blocks: path.join(workspace, 'blocks.ndjson'),
  });
  expect(summary).toMatch(/^## Loadline: /);
  expect(summary).toContain('node/first');
  expect(uploads).toEqual([{ name: 'loadline-gate-12', paths: [report, outputs.blocks] }]);
  expect(output).toContain('measure node/first');
  expectNothingLeft();
});

test('a head that answers wrongly fails before it is measured', async () => {
  const { workspace, git, commits } = repository;
  const server = path.join(workspace, 'node/servers/0/server.js');
  const text = fs.readFileSync(server, 'utf8');
  fs.writeFileSync(server, text.replaceAll('Hello World!', 'Hello Wurld!'));
  git('commit', '--quiet', '--all', '--message', 'Wrong');
  commits.head = git('rev-parse', 'HEAD');
  const { exitCode, summary, outputs } = await run();
  expect(exitCode).toBe(1);
  expect(outputs['exit-code']).toBe('1');
  expect(summary).toMatch(/^## Loadline: FAILED\n/);
  expectNothingLeft();
});

test('a base that does not build ends it with exit code 2', async () => {
  const { git, commits } = repository;
  commits.main = baseThatDoesNotBuild();
  const { exitCode, summary, outputs, uploads, output } = await run();
  expect({ exitCode, uploads, code: outputs['exit-code'] }).toEqual({
    exitCode: 2,
    uploads: [],
    code: '2',
  });
  expect(output).toContain('no luck');
  expect(summary).toMatch(/^## Loadline: not run\n/);
  expect(git('log', '-1', '--format=%s')).toBe('A build that does nothing');
  expectNothingLeft();
});

/** @returns {string} the commit under a new head whose build works */
function baseThatDoesNotBuild() {
  const { workspace, git, commits } = repository;
  const file = path.join(workspace, 'node/servers/0/stack.json');
  const stack = JSON.parse(fs.readFileSync(file, 'utf8'));
  const built = (/** @type {string[]} */ build, /** @type {string} */ message) => {
    fs.writeFileSync(file, JSON.stringify({ ...stack, build }));
    git('commit', '--quiet', '--all', '--message', message);
    return git('rev-parse', 'HEAD');
  };
  const base = built(['sh', '-c', 'echo no luck >&2; exit 3'], 'A build that fails');
  commits.head = built(['true'], 'A build that does nothing');
  return base;
}
