/** The tests that are made of contracts: their names, what is skipped and why, and what fails. */
'use strict';

const { execFile } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { once } = require('node:events');
const { fakeRedis } = require('../services/fake-redis');

const HOUSE = path.resolve(__dirname, '../../../..');
const SERVER = path.join(__dirname, '../stacks/servers/plain.js');
const HEALTH = { request: { path: '/health' }, response: { status: 200 } };
const NO_MYSQL =
  'MySQL is not there (...): set MYSQL_URL, start Docker, install loadline-none, or install JDK 17 and Maven';
const TEAPOT = { request: { path: '/health' }, response: { status: 418 } };

/** @type {string} */
let root;
/** @type {{ name: string, status: string, message: string }[]} */
let tests;
/** @type {typeof tests} the same where everything is required */
let required;
/** @type {string} what a person sees beside the tests */
let told;
/** @type {import('node:net').Server} */
let redis;

/** @param {typeof tests} all */
function outcomes(all) {
  return all.map(({ name, status }) => `${name}: ${status}`.replace(/\(.*\)(?=: set)/, '(...)'));
}

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
  for (const schema of ['contract', 'stack', 'services']) {
    const file = `contracts/schema/${schema}.schema.json`;
    write(file, fs.readFileSync(path.join(HOUSE, file), 'utf8'));
  }
  buildServices();
  write('contracts/workloads.json', ['process', 'hello', 'cache', 'records']);
  const contract = { schemaVersion: '1.0', description: 'a contract' };
  write('contracts/process.json', {
    ...contract,
    workload: 'process',
    cases: [
      { id: 'process.good', description: 'is well', ...HEALTH },
      { id: 'process.known', description: 'is a teapot', ...TEAPOT },
      { id: 'process.cured', description: 'is well again', ...HEALTH },
      { id: 'process.bad', description: 'is a pot', ...TEAPOT },
    ],
  });
  write('contracts/hello.json', {
    ...contract,
    workload: 'hello',
    cases: [{ id: 'hello.get', description: 'greets', ...HEALTH }],
  });
  write('contracts/cache.json', {
    ...contract,
    workload: 'cache',
    service: 'redis',
    cases: [{ id: 'cache.get', description: 'keeps', ...HEALTH }],
  });
  write('contracts/records.json', {
    ...contract,
    workload: 'records',
    service: 'mysql',
    cases: [{ id: 'records.get', description: 'records', ...HEALTH }],
  });
  const stack = {
    language: 'node',
    description: 'A stack',
    command: ['node', SERVER],
    workloads: ['hello', 'cache', 'records'],
  };
  write('node/servers/stacks.json', ['well', 'newer']);
  write('node/servers/well/stack.json', {
    ...stack,
    id: 'node/well',
    variants: { narrow: { workloads: [], reason: 'it has no tongue' } },
    knownFailing: { 'process.known': 'it is no teapot', 'process.cured': 'it was ill' },
  });
  write('node/servers/newer/stack.json', { ...stack, id: 'node/newer', needs: { node: 99 } });
  const jest = JSON.stringify(path.join(HOUSE, 'node/harness/src/jest'));
  write('all.test.js', `require(${jest}).describeContracts({ rootFolder: __dirname });`);
}

/** No MySQL can be found by these, whatever is installed here. */
function buildServices() {
  const file = 'contracts/services.json';
  const { mysql, ...others } = JSON.parse(fs.readFileSync(path.join(HOUSE, file), 'utf8'));
  const none = { image: 'localhost/loadline-none:1', programs: ['loadline-none'] };
  write(file, { ...others, mysql: { ...mysql, ...none } });
  write('java/services/pom.xml', '<project/>');
  write('java/services/target/loadline-services.jar', 'no jar');
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<typeof tests>} what Jest reports
 */
async function runJest(environment) {
  const command = [require.resolve('jest/bin/jest'), '--config', '{}', '--rootDir', root, '--json'];
  const { stdout, stderr } = await new Promise((resolve) => {
    // Some of the tests fail, as they should, and so does Jest.
    execFile(process.execPath, command, { cwd: root, env: environment }, (_error, out, err) =>
      resolve({ stdout: out, stderr: err }),
    );
  });
  if (stdout === '') throw new Error(stderr);
  told = stderr;
  return JSON.parse(stdout).testResults[0].assertionResults.map((/** @type {any} */ result) => ({
    name: [...result.ancestorTitles, result.title].join(' › '),
    status: result.status,
    message: result.failureMessages.join('\n'),
  }));
}

beforeAll(async () => {
  root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'house-'));
  buildHouse();
  redis = fakeRedis().listen(0, '127.0.0.1');
  await once(redis, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (redis.address());
  const { MYSQL_URL: _mysql, LOADLINE_REQUIRE: _require, ...others } = process.env;
  const environment = { ...others, REDIS_URL: `redis://:secret@127.0.0.1:${port}` };
  tests = await runJest(environment);
  required = await runJest({ ...environment, LOADLINE_REQUIRE: 'all' });
}, 120_000);

afterAll(() => {
  redis.close();
  fs.rmSync(root, { recursive: true });
});

test('are named after the variant and the case, in the order of the contracts', () => {
  expect(outcomes(tests)).toEqual([
    'services › uses Redis 7.9.9 (environment): passed',
    `services › ${NO_MYSQL}: pending`,
    'node/well › is well: passed',
    'node/well › is a teapot (known to fail: it is no teapot): passed',
    'node/well › is well again (known to fail: it was ill): failed',
    'node/well › is a pot: failed',
    'node/well › greets: passed',
    'node/well › keeps: passed',
    `node/well › does not run records: ${NO_MYSQL}: pending`,
    'node/well › stops when asked and leaves nothing behind: passed',
    'node/well:narrow › does not run hello: it has no tongue: pending',
    'node/well:narrow › does not run cache: it has no tongue: pending',
    'node/well:narrow › does not run records: it has no tongue: pending',
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

test('fail for want of a service where everything is required', () => {
  const missing = outcomes(required).filter((outcome) => /MySQL|records/.test(outcome));
  expect(missing).toEqual([
    'services › uses no MySQL: failed',
    'node/well › runs records: failed',
    'node/well:narrow › does not run records: it has no tongue: pending',
  ]);
  const [{ message }] = required.filter(({ name }) => name === 'node/well › runs records');
  expect(message).toContain('MySQL is not there');
});

test('say which services they use, and never their passwords', () => {
  expect(told).toContain('services: Redis 7.9.9 (environment), no MySQL\n');
  expect(told + JSON.stringify(tests)).not.toContain('secret');
});
