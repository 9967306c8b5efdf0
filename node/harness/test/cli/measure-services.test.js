/** `loadline measure` with a backing service: what is counted, what deceives, and what dies in the middle. */
'use strict';

const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { default: Ajv2020 } = require('ajv/dist/2020');
const { buildCacheHouse } = require('./cache-house');
const { NO_DOCKER, OwnRedis, redisProcesses } = require('./redis');
const { processesOf, startLoadline, until } = require('./run-loadline');

jest.setTimeout(180_000);

const SCHEMAS = path.resolve(__dirname, '../../../../contracts/schema');
/** Longer than a warm-up of a Node server may take, and shorter than that and a slice. */
const INTO_THE_SLICE_MILLIS = 3_500;
/** On a busy machine a server may get no CPU for a third of a second. */
const LONG_ENOUGH = '1.5';
const QUICKLY = ['--pairs', '1', '--seconds', '0.25'];
const RATIO =
  /^cache: node\/second is \d\.\d{3} of node\/first \(.*\b(\d+) blocks\)(?:; by CPU time per request [\d.]+)?$/m;
/** On a machine that others keep busy there is none, and a mark in its place. */
const UNTRUSTED = /^throughput, .*\nnode\/second +-!$/m;

/** @type {import('./house').House} */
let house;
const redis = new OwnRedis();
const withRedis = redis.notRun === null ? describe : describe.skip;

afterAll(() => redis.stop());

beforeEach(() => {
  house = buildCacheHouse();
});

afterEach(() => house.remove());

/**
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function measure(args, env = { REDIS_URL: redis.url }) {
  return startLoadline(house, ['measure', '--workload', 'cache', ...args], env);
}

/** @returns {any} */
function report() {
  return JSON.parse(fs.readFileSync(path.join(house.root, 'report.json'), 'utf8'));
}

/** @returns {any[]} */
function schemaErrors() {
  const schema = (/** @type {string} */ name) =>
    JSON.parse(fs.readFileSync(path.join(SCHEMAS, name), 'utf8'));
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  ajv.addSchema(schema('sample.schema.json'), 'sample.schema.json');
  const validate = ajv.compile(schema('report.schema.json'));
  validate(report());
  return validate.errors ?? [];
}

/**
 * @param {{ blocks: number, leftOut: Record<string, number> }} metric
 * @returns {number} those that count and those that others' work made invalid
 */
function measuredBlocks({ blocks, leftOut }) {
  return Object.values(leftOut).reduce((sum, count) => sum + count, blocks);
}

withRedis(redis.notRun ?? 'with a Redis', () => {
  test('what a stack answers is held against what Redis was asked', async () => {
    const args = ['--stack', 'node/first', '--seconds', LONG_ENOUGH, '--connections', '7'];
    const { exitCode, stdout } = await measure(args).ended;
    expect(stdout).toMatch(/^backing services: (Redis|Valkey) /m);
    expect(stdout).toContain('connections of every workload: 7');
    expect(exitCode).toBe(0);
    expect(schemaErrors()).toEqual([]);
    const { sample } = report().stacks[0].workloads.cache;
    const [, gets] = sample.exchanges;
    expect(sample.connections).toBe(7);
    expect(gets.right).toBeGreaterThan(20);
  });

  test('servers that answer reads or writes from memory fail the run, and an honest one does not', async () => {
    house.remove();
    house = buildCacheHouse({ faults: ['reads', null, 'writes'] });
    const { exitCode, stdout } = await measure(['--seconds', LONG_ENOUGH]).ended;
    const deceived = 'answered [\\d,]+ GETs, but (Redis|Valkey) .* was asked 0 times';
    expect(stdout).toMatch(
      new RegExp(`^node/first cache: wrong .*\n.*\n  measured  ${deceived}$`, 'm'),
    );
    expect(stdout).not.toContain('node/second cache:');
    expect(stdout).toMatch(
      new RegExp(`^node/third cache: wrong .*\n.*\n  measured  ${deceived}$`, 'm'),
    );
    expect(stdout).toMatch(/^FAILED$/m);
    expect(exitCode).toBe(1);
    const [first, second, third] = report().gate.comparisons.map((/** @type {any} */ { faults }) =>
      faults.join('\n'),
    );
    expect(first).toMatch(new RegExp(deceived));
    expect(second).toBe('');
    expect(third).toMatch(new RegExp(deceived));
    // It is told as they settle: nothing of it is measured.
    const samples = report().stacks.map(
      (/** @type {any} */ { workloads }) => workloads.cache.sample,
    );
    const honest = { errors: expect.objectContaining({ total: 0 }) };
    expect(samples).toEqual([null, expect.objectContaining(honest), null]);
  });

  test('two stacks beside one another give a ratio, with what each did', async () => {
    const args = ['--beside', 'node/first', '--stack', 'node/second', ...QUICKLY];
    const { exitCode, stdout } = await measure(args).ended;
    const [{ reference, figures, metrics }] = report().gate.comparisons;
    expect(reference).toBe('node/first');
    for (const did of [figures.subject, figures.reference]) {
      expect(did.requestsPerSecond).toBeGreaterThan(100);
    }
    const [{ measured, blocks, leftOut }] = metrics;
    if (measured === null) expect(stdout).toMatch(UNTRUSTED);
    else expect(Number(RATIO.exec(stdout)?.[1])).toBe(blocks);
    expect(measuredBlocks({ blocks, leftOut })).toBeGreaterThanOrEqual(8);
    expect(exitCode).toBe(0);
    expect(schemaErrors()).toEqual([]);
  });

  test('a stack is held against its bare server', async () => {
    await measure(['--bare', '--stack', 'node/first', ...QUICKLY]).ended;
    const [{ reference, metrics, faults }] = report().gate.comparisons;
    expect(faults).toEqual([]);
    expect(reference).toBe('node/first-bare');
    expect(metrics.map((/** @type {any} */ { name }) => name)).toEqual([
      'node/first cache.throughputLeast',
      'node/first cache.throughputMost',
    ]);
    expect(metrics[0].measured).toBeGreaterThan(0.5);
    expect(schemaErrors()).toEqual([]);
  });

  test('Redis that dies under load is told, and the run ends in its time', async () => {
    const env = { ...NO_DOCKER, REDIS_URL: '' };
    const run = measure(['--stack', 'node/first', '--seconds', '4'], env);
    await until(() => ownRedis() !== undefined, 'the start of Redis');
    const { pid, port } = /** @type {{ pid: number, port: number }} */ (ownRedis());
    await firstWrite(port);
    await sleep(INTO_THE_SLICE_MILLIS);
    const killedAt = Date.now();
    process.kill(pid, 'SIGKILL');
    const { exitCode, stdout } = await run.ended;
    expect(Date.now() - killedAt).toBeLessThan(15_000);
    expect(stdout).toMatch(/measured {2}.*, which this run had started, no longer answers$/m);
    expect(stdout).toMatch(
      /measured {2}[\d,]+ of [\d,]+ answers wrong or missing \(status\): (PUT|GET) \/cache\/.*: expected status 20[04], got 503 with body .*Redis does not answer\./,
    );
    expect(stdout).toMatch(/^FAILED$/m);
    expect(exitCode).toBe(1);
    expect(report().stacks[0].workloads.cache.sample.valid).toBeGreaterThan(100);
    expect(processesOf(house)).toEqual([]);
  });

  test('Redis that is started anew under load gives errors, and accuses nobody of a memory', async () => {
    const run = measure(['--stack', 'node/first', '--seconds', '4']);
    await firstWrite(redis.port);
    await sleep(INTO_THE_SLICE_MILLIS);
    await redis.kill();
    await sleep(500);
    await redis.up();
    const { exitCode, stdout } = await run.ended;
    expect(stdout).toMatch(/answers wrong or missing \(status\): .*got 503 with body/);
    expect(stdout).not.toContain('but Redis');
    expect(exitCode).toBe(1);
    const { sample } = report().stacks[0].workloads.cache;
    expect(sample.errors.kinds.status.count).toBeGreaterThan(0);
    expect(sample.valid).toBeGreaterThan(100);
  });
});

/** @returns {{ pid: number, port: number } | undefined} the Redis that the run of this house has started */
function ownRedis() {
  return redisProcesses().find(({ pid }) => workingFolder(pid).startsWith(house.root));
}

/**
 * @param {number} pid
 * @returns {string} empty when the process has just ended, or is somebody else's
 */
function workingFolder(pid) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/**
 * Ends when the warm-up has begun.
 *
 * @param {number} port of a Redis
 */
async function firstWrite(port) {
  let answer = '';
  const socket = net.connect(port, '127.0.0.1').on('data', (data) => (answer += data));
  socket.write('CONFIG RESETSTAT\r\n');
  const asking = setInterval(() => socket.write('INFO commandstats\r\n'), 50);
  await until(() => /cmdstat_set:calls=\d+/.test(answer), 'a write').finally(() => {
    clearInterval(asking);
    socket.destroy();
  });
}
