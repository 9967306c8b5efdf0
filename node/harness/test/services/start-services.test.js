/** Services are found in the design's order, answer before anybody uses them, and leave nothing. */
'use strict';

const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { once } = require('node:events');
const { MongoClient } = require('mongodb');
const { createConnection } = require('mysql2/promise');
const { createClient } = require('redis');
const { Services, relayed, startServices } = require('../../src/services');
const { loadDeclared } = require('../../src/services/declared');
const { fromEmbedded } = require('../../src/services/from-embedded');
const { findJdk } = require('../../src/stacks/jdk');
const { fakeRedis } = require('./fake-redis');
const { REAL_HOUSE, RUNS_FAKE_REDIS, houseWithoutServices, programs } = require('./a-house');

jest.setTimeout(30_000);

/** Starting databases for the first time takes its time. */
const REAL_MILLIS = 180_000;
const JAR = path.join(REAL_HOUSE, 'java/services/target/loadline-services.jar');

/**
 * One write and two reads.
 *
 * @type {Record<string, (url: string) => Promise<void>>}
 */
const USES = {
  async redis(url) {
    const client = await createClient({ url }).connect();
    await client.set('key', 'value');
    await Promise.all([client.get('key'), client.get('other')]);
    client.destroy();
  },
  async mysql(url) {
    const connection = await createConnection(url);
    await connection.query('CREATE TABLE things (name TEXT)');
    await connection.execute('INSERT INTO things VALUES (?)', ['a']);
    await connection.execute('SELECT * FROM things WHERE name = ?', ['a']);
    await connection.query('SELECT * FROM things');
    await connection.end();
  },
  async mongodb(url) {
    const client = new MongoClient(url);
    const things = client.db().collection('things');
    await things.insertOne({ name: 'a' });
    await things.findOne({ name: 'a' });
    await things.findOne({ name: 'b' });
    await client.close();
  },
};

/** @type {string} */
let root;
/** @type {string} */
let temporary;
/** @type {net.Server[]} */
let listeners;

beforeEach(() => {
  root = houseWithoutServices();
  listeners = [];
  temporary = path.join(root, 'temporary');
  fs.mkdirSync(temporary);
  jest.spyOn(os, 'tmpdir').mockReturnValue(temporary);
});

afterEach(() => {
  jest.restoreAllMocks();
  for (const listener of listeners) listener.close();
  fs.rmSync(root, { recursive: true });
});

/** @returns {Promise<string>} `host:port` of a Redis that answers */
async function runningRedis() {
  const listener = fakeRedis().listen(0, '127.0.0.1');
  listeners.push(listener);
  await once(listener, 'listening');
  return `127.0.0.1:${/** @type {net.AddressInfo} */ (listener.address()).port}`;
}

/**
 * @param {Record<string, string>} environment
 * @param {object} [more]
 */
function startRedis(environment, more = {}) {
  return startServices(['redis'], { root, environment, engine: async () => null, ...more });
}

/** @param {string | null} url */
function isOpen(url) {
  const { port } = new URL(String(url));
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** @param {string} address */
function engineWith(address, stop = jest.fn(async () => {})) {
  const start = jest.fn(async () => ({ address, stop, whyEnded: async () => null }));
  return { engine: async () => ({ start }), start, stop };
}

test('nothing is looked for when nothing is needed', async () => {
  const services = await startServices([], { root: '/nowhere' });
  expect(services.all()).toEqual([]);
  await services.stop();
});

describe('the order', () => {
  test('begins with the URL in the environment, whatever else there is', async () => {
    const address = await runningRedis();
    const { engine, start } = engineWith(address);
    const environment = { REDIS_URL: `redis://${address}/3`, PATH: programs(root) };
    const services = await startRedis(environment, { engine });
    expect(services.all()).toEqual([
      {
        name: 'redis',
        variable: 'REDIS_URL',
        url: `redis://${address}/3`,
        source: 'environment',
        description: 'Redis 7.9.9 (environment)',
        notRun: null,
      },
    ]);
    expect(start).not.toHaveBeenCalled();
    await services.stop();
    expect(await isOpen(`redis://${address}`)).toBe(true);
  });

  test('then takes Docker', async () => {
    const address = await runningRedis();
    const { engine, start, stop } = engineWith(address);
    const services = await startRedis({ PATH: programs(root) }, { engine });
    expect(services.of('redis')).toMatchObject({
      url: `redis://${address}`,
      source: 'docker',
      description: 'Redis 7.9.9 (docker)',
    });
    expect(start).toHaveBeenCalledWith('redis:7.4', expect.objectContaining({ port: 6379 }));
    await services.stop();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  test('then a program, also when Docker cannot get the image', async () => {
    const start = async () => {
      throw new Error('no such image');
    };
    const engine = async () => ({ start });
    const services = await startRedis({ PATH: programs(root) }, { engine });
    const { url, source, description } = services.of('redis');
    expect([source, description]).toEqual(['program', 'Redis 7.9.9 (program)']);
    expect(new URL(String(url)).hostname).toBe('127.0.0.1');
    await services.stop();
    expect(await isOpen(url)).toBe(false);
    expect(fs.readdirSync(temporary)).toEqual([]);
  });

  test('ends with the reason, and with what to install or set', async () => {
    const services = await startRedis({ PATH: '' });
    const { url, source, notRun } = services.of('redis');
    expect([url, source]).toEqual([null, null]);
    expect(notRun).toMatch(
      /^Redis is not there \(Docker does not answer; there is no redis-server or valkey-server on the PATH; .+\)/s,
    );
    expect(notRun).toMatch(
      /: set REDIS_URL, start Docker, install redis-server, or install JDK 17 and Maven$/,
    );
    expect(await services.counts('redis')).toBeNull();
    expect((await relayed(services, ['redis'])).env).toEqual({});
    await services.stop();
    expect(fs.readdirSync(temporary)).toEqual([]);
  });
});

test('a program that ends at start is told with its last words', async () => {
  const PATH = programs(root, 'echo no luck >&2; exit 3');
  const { notRun } = (await startRedis({ PATH })).of('redis');
  expect(notRun).toContain('redis-server: exit code 3; it wrote: no luck');
  expect(fs.readdirSync(temporary)).toEqual([]);
});

test('a program that finds its port taken gets another', async () => {
  const mark = path.join(root, 'mark');
  const again = `[ -e ${mark} ] || { touch ${mark}; echo 'bind: Address already in use'; exit 1; }`;
  const services = await startRedis({ PATH: programs(root, `${again}\n${RUNS_FAKE_REDIS}`) });
  expect(services.of('redis').source).toBe('program');
  await services.stop();
});

test('what a service has executed is counted', async () => {
  const services = await startRedis({ REDIS_URL: `redis://${await runningRedis()}` });
  expect(await services.counts('redis')).toEqual({ reads: 3, writes: 0 });
  await services.stop();
});

test('servers are told of relays in the place of services', async () => {
  const services = await startRedis({ REDIS_URL: `redis://${await runningRedis()}/3` });
  const { env, relays, close } = await relayed(services, ['redis', 'redis']);
  const relay = relays.get('redis');
  expect(env).toEqual({ REDIS_URL: relay?.url });
  expect(env.REDIS_URL).toMatch(/^redis:\/\/127\.0\.0\.1:\d+\/3$/);
  expect(env.REDIS_URL).not.toBe(services.of('redis').url);
  await close();
  expect(await isOpen(env.REDIS_URL)).toBe(false);
  await services.stop();
});

describe('a URL in the environment', () => {
  test.each([
    ['http://127.0.0.1:1', '"http://127.0.0.1:1"'],
    ['127.0.0.1:6379', '"127.0.0.1:6379"'],
    ['redis://:secret@', '"redis://***@"'],
    ['rediss://:secret@host:1', '"rediss://***@host:1"'],
  ])(
    'that is none, such as %s, is refused, and no password is shown',
    async (REDIS_URL, actual) => {
      await expect(startRedis({ REDIS_URL })).rejects.toThrow(
        `REDIS_URL (environment)\n  expected  redis://host:port or redis://host:port/db\n  actual    ${actual}`,
      );
    },
  );

  test('is refused when nobody answers there, together with all others that cannot be used', async () => {
    const silent = net.createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = /** @type {net.AddressInfo} */ (silent.address());
    const environment = {
      REDIS_URL: `redis://:secret@127.0.0.1:${port}`,
      MYSQL_URL: 'mysql://me:secret@127.0.0.1:1/house',
      MONGODB_URL: 'mongodb://127.0.0.1:1',
    };
    const began = Date.now();
    const refusal = await startServices(['redis', 'mysql', 'mongodb'], { root, environment }).catch(
      (error) => error.message,
    );
    silent.close();
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(refusal).toContain(
      `expected  Redis at redis://***@127.0.0.1:${port}\n  actual    no answer`,
    );
    expect(refusal).toContain(
      'expected  MySQL at mysql://***@127.0.0.1:1/house\n  actual    no answer',
    );
    expect(refusal).toContain('expected  mongodb://host:port/database\n  actual    "mongodb://127');
    expect(refusal).not.toContain('secret');
  });

  test('gets the port that it leaves out', async () => {
    await expect(startRedis({ REDIS_URL: 'redis://127.0.0.2' })).rejects.toThrow(
      'expected  Redis at redis://127.0.0.2:6379',
    );
  });
});

const whyNot = !fs.existsSync(JAR)
  ? 'java/services is not built'
  : findJdk(17)
    ? null
    : 'there is no JDK 17';
const withJar = whyNot === null ? describe : describe.skip;

withJar(`the embedded services${whyNot ? ` (skipped: ${whyNot})` : ''}`, () => {
  test(
    'answer, count what they are asked, and leave nothing',
    async () => {
      const names = /** @type {const} */ (['redis', 'mysql', 'mongodb']);
      const found = { root: REAL_HOUSE, onProgress: () => {} };
      const attempts = await fromEmbedded([...names], loadDeclared(REAL_HOUSE), found);
      const all = attempts.flatMap(({ service }) => service ?? []);
      const services = new Services(all, async () => attempts[0].stop?.());
      expect(attempts.map(({ reason }) => reason)).toEqual([undefined, undefined, undefined]);
      expect(all.map(({ description }) => description)).toEqual([
        expect.stringMatching(/^Redis 7\.[\d.]+ \(embedded\)$/),
        expect.stringMatching(/^MariaDB 11\.[\d.]+ \(embedded\)$/),
        expect.stringContaining('not MongoDB'),
      ]);
      for (const { name, url } of all) {
        const before = await services.counts(name);
        await USES[name](String(url));
        const after = await services.counts(name);
        expect([name, difference(before, after)]).toEqual([name, { reads: 2, writes: 1 }]);
      }
      await services.stop();
      expect(await Promise.all(all.map(({ url }) => isOpen(url)))).toEqual([false, false, false]);
      expect(fs.readdirSync(temporary)).toEqual([]);
    },
    REAL_MILLIS,
  );
});

/**
 * @param {import('../../src/services/services').Counts | null} before
 * @param {import('../../src/services/services').Counts | null} after
 */
function difference(before, after) {
  if (before === null || after === null) return null;
  return { reads: after.reads - before.reads, writes: after.writes - before.writes };
}
