/** The tests that are made of contracts: their names, what is skipped and why, and what fails. */
'use strict';

const { execFile } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const HOUSE = path.resolve(__dirname, '../../../..');
const SERVER = path.join(__dirname, '../stacks/servers/plain.js');
const HEALTH = { request: { path: '/health' }, response: { status: 200 } };
const TEAPOT = { request: { path: '/health' }, response: { status: 418 } };

/** @type {string} */
let root;
/** @type {{ name: string, status: string, message: string }[]} */
let tests;

/**
 * @param {string} file
 * @param {unknown} content
 */
function write(file, content) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

function buildHouse() {
  for (const schema of ['contract', 'stack']) {
    const file = `contracts/schema/${schema}.schema.json`;
    write(file, fs.readFileSync(path.join(HOUSE, file), 'utf8'));
  }
  write('contracts/workloads.json', ['process', 'hello']);
  const contract = { schemaVersion: '1.0', description: 'a contract' };
  write('contracts/process.json', {
    ...{ ...contract, workload: 'process' },
    cases: [
      { id: 'process.good', description: 'is well', ...HEALTH },
      { id: 'process.known', description: 'is a teapot', ...TEAPOT },
      { id: 'process.cured', description: 'is well again', ...HEALTH },
      { id: 'process.bad', description: 'is a pot', ...TEAPOT },
    ],
  });
  write('contracts/hello.json', {
    ...{ ...contract, workload: 'hello' },
    cases: [{ id: 'hello.get', description: 'greets', ...HEALTH }],
  });
  const stack = {
    language: 'node',
    description: 'A stack',
    command: ['node', SERVER],
    workloads: ['hello'],
  };
  write('node/servers/stacks.json', ['well', 'newer']);
  write('node/servers/well/stack.json', {
    ...{ ...stack, id: 'node/well' },
    variants: { narrow: { workloads: [], reason: 'it has no tongue' } },
    knownFailing: { 'process.known': 'it is no teapot', 'process.cured': 'it was ill' },
  });
  write('node/servers/newer/stack.json', { ...stack, id: 'node/newer', needs: { node: 99 } });
  const jest = JSON.stringify(path.join(HOUSE, 'node/harness/src/jest'));
  write('all.test.js', `require(${jest}).describeContracts({ rootFolder: __dirname });`);
}

/** @returns {Promise<any>} what Jest reports */
async function runJest() {
  const command = [require.resolve('jest/bin/jest'), '--config', '{}', '--rootDir', root, '--json'];
  const { stdout, stderr } = await new Promise((resolve) => {
    // Some of the tests fail, as they should, and so does Jest.
    execFile(process.execPath, command, { cwd: root }, (_error, out, err) =>
      resolve({ stdout: out, stderr: err }),
    );
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

beforeAll(async () => {
  root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'house-'));
  buildHouse();
  const report = await runJest();
  tests = report.testResults[0].assertionResults.map((/** @type {any} */ result) => ({
    name: [...result.ancestorTitles, result.title].join(' › '),
    status: result.status,
    message: result.failureMessages.join('\n'),
  }));
}, 60_000);

afterAll(() => fs.rmSync(root, { recursive: true }));

test('are named after the variant and the case, in the order of the contracts', () => {
  expect(tests.map(({ name, status }) => `${name}: ${status}`)).toEqual([
    'node/well › is well: passed',
    'node/well › is a teapot (known to fail: it is no teapot): passed',
    'node/well › is well again (known to fail: it was ill): failed',
    'node/well › is a pot: failed',
    'node/well › greets: passed',
    'node/well › stops when asked and leaves nothing behind: passed',
    'node/well:narrow › does not run hello: it has no tongue: pending',
    'node/well:narrow › is well: passed',
    'node/well:narrow › is a teapot (known to fail: it is no teapot): passed',
    'node/well:narrow › is well again (known to fail: it was ill): failed',
    'node/well:narrow › is a pot: failed',
    'node/well:narrow › stops when asked and leaves nothing behind: passed',
    `node/newer › is not run: it needs Node 99, this is Node ${process.versions.node}: pending`,
  ]);
});

test('fail with the case, expected and actual, and lead to the case in its contract', () => {
  const failed = tests.find(({ name }) => name === 'node/well › is a pot');
  expect(failed?.message).toBe(
    [
      'node/well › is a pot',
      '  case      process.bad   (contracts/process.json /cases/3)',
      '  step      1 of 1: GET /health',
      '  expected  status 418',
      '  actual    status 200 with body "{\\"status\\":\\"up\\"}"',
      `    at ${path.join(root, 'contracts/process.json')}:1:1`,
    ].join('\n'),
  );
});

test('fail when a case passes that is known to fail', () => {
  const cured = tests.find(({ name }) => name.startsWith('node/well › is well again'));
  expect(cured?.message).toContain('it passes: remove it from knownFailing in its stack.json');
});
