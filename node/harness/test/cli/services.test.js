/** What a person sees of backing services: which are used, which are not there and why, and bad URLs. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { once } = require('node:events');
const { default: Ajv2020 } = require('ajv/dist/2020');
const { fakeRedis } = require('../services/fake-redis');
const { buildHouse } = require('./house');
const { processesOf, startLoadline, until } = require('./run-loadline');

jest.setTimeout(30_000);

const CONTRACTS = path.resolve(__dirname, '../../../../contracts');

/** @type {import('./house').House} */
let house;
/** @type {import('node:net').Server} */
let redis;
/** @type {string} */
let url;

beforeEach(async () => {
  house = buildHouse();
  redis = fakeRedis().listen(0, '127.0.0.1');
  await once(redis, 'listening');
  url = `redis://:secret@127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (redis.address()).port}`;
});

afterEach(() => {
  redis.close();
  house.remove();
});

/** @param {'redis' | 'mysql'} service that the house's only workload needs; MySQL cannot be found */
function need(service) {
  const file = path.join(house.root, 'contracts/hello.json');
  const contract = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.writeFileSync(file, JSON.stringify({ ...contract, service }));
  const declared = JSON.parse(fs.readFileSync(path.join(CONTRACTS, 'services.json'), 'utf8'));
  const none = { image: 'localhost/loadline-none:1', programs: ['loadline-none'] };
  const services = { ...declared, mysql: { ...declared.mysql, ...none } };
  fs.writeFileSync(path.join(house.root, 'contracts/services.json'), JSON.stringify(services));
  fs.mkdirSync(path.join(house.root, 'java/services/target'), { recursive: true });
  fs.writeFileSync(path.join(house.root, 'java/services/pom.xml'), '<project/>');
  const jar = path.join(house.root, 'java/services/target/loadline-services.jar');
  fs.writeFileSync(jar, 'no jar');
}

/**
 * @param {string} command
 * @param {Record<string, string>} env
 */
async function run(command, env) {
  const args = [command, '--report', 'report.json'];
  if (command !== 'check') args.push('--seconds', '0.2');
  return startLoadline(house, args, { MYSQL_URL: '', LOADLINE_REQUIRE: '', ...env }).ended;
}

/** @returns {any} a report that obeys its schema */
function report() {
  const value = JSON.parse(fs.readFileSync(path.join(house.root, 'report.json'), 'utf8'));
  const schema = (/** @type {string} */ name) =>
    JSON.parse(fs.readFileSync(path.join(CONTRACTS, 'schema', name), 'utf8'));
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  ajv.addSchema(schema('sample.schema.json'), 'sample.schema.json');
  const validate = ajv.compile(schema('report.schema.json'));
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
  return value;
}

test.each(['check', 'measure', 'start'])('%s says which service it uses', async (command) => {
  need('redis');
  const { exitCode, stdout, stderr } = await run(command, { REDIS_URL: url });
  expect(stderr).toContain('uses Redis 7.9.9 (environment)');
  expect(stdout).toContain('backing services: Redis 7.9.9 (environment)');
  expect(exitCode).not.toBe(2);
  const found = { source: 'environment', description: 'Redis 7.9.9 (environment)', notRun: null };
  expect(report().services).toEqual([{ name: 'redis', required: false, ...found }]);
  expect(stdout + stderr + JSON.stringify(report())).not.toContain('secret');
});

test.each(['check', 'start'])(
  '%s does not run a workload whose service is not there, and says why',
  async (command) => {
    need('mysql');
    const { exitCode, stdout } = await run(command, {});
    expect(stdout).toContain('Not run\n  MySQL is not there (');
    expect(stdout).toContain(
      'set MYSQL_URL, start Docker, install loadline-none, or install JDK 17',
    );
    expect(stdout).toContain('backing services: no MySQL');
    expect(exitCode).toBe(0);
    expect(report().services).toMatchObject([{ name: 'mysql', source: null, required: false }]);
    expect(processesOf(house)).toEqual([]);
    expect(fs.readdirSync(house.temporary)).toEqual([]);
  },
);

test('a service that is not there fails the run where everything is required', async () => {
  need('mysql');
  const { exitCode, stdout } = await run('check', { LOADLINE_REQUIRE: 'all' });
  expect(stdout).toContain('Problems\n  MySQL is not there (');
  expect(exitCode).toBe(1);
  expect(report().services).toMatchObject([{ name: 'mysql', required: true }]);
});

test('a URL that cannot be used is bad input', async () => {
  need('redis');
  const { exitCode, stderr } = await run('check', { REDIS_URL: 'http://:secret@127.0.0.1' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('REDIS_URL (environment)\n  expected  redis://host:port');
  expect(stderr).not.toContain('secret');
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('Ctrl-C while a service is starting leaves nothing', async () => {
  need('mysql');
  const program = path.join(house.root, 'programs/loadline-none');
  fs.mkdirSync(path.dirname(program));
  const version = '[ "$2" != --version ] || exit 0';
  const text = `#!/bin/sh\n${version}\ntouch "$TMPDIR/begun"\nsleep 60 &\nsleep 60\n`;
  fs.writeFileSync(program, text, { mode: 0o755 });
  const PATH = `${path.dirname(program)}:${process.env.PATH}`;
  const run = startLoadline(house, ['check'], { MYSQL_URL: '', PATH });
  await until(() => fs.existsSync(path.join(house.temporary, 'begun')), 'the start of the service');
  process.kill(-Number(run.child.pid), 'SIGINT');
  expect((await run.ended).exitCode).toBe(130);
  await until(() => processesOf(house).length === 0, 'the end of all processes', 2_000);
  await until(() => String(fs.readdirSync(house.temporary)) === 'begun', 'an empty folder', 2_000);
});
