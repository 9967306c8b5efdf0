/** Stacks are read from both sides' lists, and what is wrong with them is told at once. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { InvalidInput } = require('../../src/input/invalid-input');
const { loadStacks, variantsOf, whyNotRun } = require('../../src/stacks');

const SCHEMA = path.resolve(__dirname, '../../../../contracts/schema/stack.schema.json');
const GOOD = {
  id: 'node/good',
  language: 'node',
  description: 'A good one',
  command: ['node', 'server.js'],
  workloads: ['hello', 'hash'],
  variants: {
    cluster: { env: { WORKERS: '2' } },
    tuned: { command: ['node', 'tuned.js'] },
    narrow: { args: ['--narrow'], workloads: ['hello'], reason: 'it has no hash' },
  },
};

/** @type {string} */
let root;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'house-'));
  write('contracts/schema/stack.schema.json', fs.readFileSync(SCHEMA, 'utf8'));
});

afterEach(() => fs.rmSync(root, { recursive: true }));

/**
 * @param {string} file
 * @param {unknown} content
 */
function write(file, content) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

/** @returns {import('../../src/input/invalid-input').Problem[]} */
function problems() {
  try {
    loadStacks(root);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInput);
    return /** @type {InvalidInput} */ (error).problems;
  }
}

test('reads the stacks of both sides, Node first', () => {
  write('java/servers/stacks.json', ['other']);
  write('java/servers/other/stack.json', { ...GOOD, id: 'java/other', language: 'java' });
  write('node/servers/stacks.json', ['good']);
  write('node/servers/good/stack.json', GOOD);
  const stacks = loadStacks(root);
  expect(stacks.map(({ id }) => id)).toEqual(['node/good', 'java/other']);
  expect(stacks[0].folder).toBe(path.join(root, 'node/servers/good'));
  expect(stacks[0].knownFailing).toEqual({});
});

test('makes a variant of the stack itself and of each of its variants', () => {
  write('node/servers/stacks.json', ['good']);
  write('node/servers/good/stack.json', GOOD);
  const [plain, cluster, tuned, narrow] = variantsOf(loadStacks(root)[0]);
  expect(plain).toMatchObject({
    id: 'node/good',
    env: {},
    command: GOOD.command,
    workloads: GOOD.workloads,
  });
  expect(cluster).toMatchObject({ id: 'node/good:cluster', env: { WORKERS: '2' } });
  expect(cluster.workloads).toEqual(GOOD.workloads);
  expect(narrow).toMatchObject({
    id: 'node/good:narrow',
    command: ['node', 'server.js', '--narrow'],
  });
  expect(tuned.command).toEqual(['node', 'tuned.js']);
  expect(narrow).toMatchObject({ workloads: ['hello'], reason: 'it has no hash' });
});

test('tells every problem of every file by its JSON pointer', () => {
  write('node/servers/stacks.json', ['good', 'again', 'bad', 'absent', 'torn']);
  write('node/servers/good/stack.json', GOOD);
  write('node/servers/again/stack.json', GOOD);
  write('node/servers/torn/stack.json', '{');
  write('node/servers/bad/stack.json', {
    ...GOOD,
    command: [],
    workloads: ['dance'],
    speed: 'high',
    variants: { narrow: { workloads: ['hello'] } },
  });
  const found = problems().map(
    ({ file, pointer }) => `${path.basename(path.dirname(file))} ${pointer}`,
  );
  expect(found.sort()).toEqual([
    'absent ',
    'again /id',
    'bad /command',
    'bad /speed',
    'bad /variants/narrow/reason',
    'bad /workloads/0',
    'torn ',
  ]);
});

test('reads how a stack is built, and what it uses besides its own folder', () => {
  const build = ['npm', 'ci', '--prefix', '../../..'];
  const paths = { '../shared': 'all', '../shared/hash.js': ['hash'], '../shared/test': [] };
  write('node/servers/stacks.json', ['good', 'plain']);
  write('node/servers/good/stack.json', { ...GOOD, build, paths });
  write('node/servers/plain/stack.json', { ...GOOD, id: 'node/plain' });
  const [good, plain] = loadStacks(root);
  expect(good).toMatchObject({ build, paths });
  expect(plain).not.toHaveProperty('build');
});

describe('paths that stacks share', () => {
  const shared = 'node/servers/shared/paths.json';
  const pathsFrom = '../shared/paths.json';
  beforeEach(() => {
    const schema = 'contracts/schema/paths.schema.json';
    fs.copyFileSync(path.resolve(__dirname, '../../../..', schema), path.join(root, schema));
    write('node/servers/stacks.json', ['good', 'plain']);
    write('node/servers/good/stack.json', { ...GOOD, pathsFrom });
    const paths = { '../shared/hash.js': ['hello'], '../own': 'all' };
    write('node/servers/plain/stack.json', { ...GOOD, id: 'node/plain', pathsFrom, paths });
  });

  test('are from the folder of their file, and a path of its own takes the place of a shared one', () => {
    write(shared, { paths: { '.': 'all', 'hash.js': ['hash', 'echo'] } });
    const [good, plain] = loadStacks(root);
    expect(good.paths).toEqual({ '../shared': 'all', '../shared/hash.js': ['hash', 'echo'] });
    expect(plain.paths).toEqual({
      '../shared': 'all',
      '../shared/hash.js': ['hello'],
      '../own': 'all',
    });
  });

  test('are told once, however many stacks have them', () => {
    expect(problems().map(({ file }) => file)).toEqual([shared]);
    write(shared, { paths: { 'a.js': ['dance'] } });
    expect(problems().map(({ file, pointer }) => `${file} ${pointer}`)).toEqual([
      `${shared} /paths/a.js/0`,
    ]);
    write(shared, { paths: { '../../../..': 'all' } });
    const expected = 'a path within the house, relative to the folder of this file';
    const pointer = '/paths/..~1..~1..~1..';
    expect(problems()).toEqual([{ file: shared, pointer, expected, actual: '"../../../.."' }]);
  });

  test('lie within the house', () => {
    write('node/servers/good/stack.json', { ...GOOD, pathsFrom: '/etc/paths.json' });
    write(shared, { paths: {} });
    expect(problems().map(({ pointer, actual }) => [pointer, actual])).toEqual([
      ['/pathsFrom', '"/etc/paths.json"'],
    ]);
  });
});

test('tells what is wrong with what a stack uses', () => {
  const paths = {
    '../../..': 'all',
    '../../../contracts/../..': 'all',
    '/etc': 'all',
    '../shared': 'none',
    '../hash.js': ['hash', 'echo'],
  };
  write('node/servers/stacks.json', ['good']);
  write('node/servers/good/stack.json', { ...GOOD, build: 'make', paths });
  expect(problems().map(({ pointer, expected }) => [pointer, expected])).toEqual([
    ['/build', 'array'],
    ['/paths/..~1shared', '"all"'],
  ]);
  write('node/servers/good/stack.json', { ...GOOD, paths: { ...paths, '../shared': 'all' } });
  const file = 'node/servers/good/stack.json';
  const within = 'a path within the house, relative to the folder of the stack';
  expect(problems()).toEqual([
    {
      file,
      pointer: '/paths/..~1..~1..~1contracts~1..~1..',
      expected: within,
      actual: '"../../../contracts/../.."',
    },
    { file, pointer: '/paths/~1etc', expected: within, actual: '"/etc"' },
    {
      file,
      pointer: '/paths/..~1hash.js/1',
      expected: 'a workload of the stack: "hello", "hash"',
      actual: '"echo"',
    },
  ]);
});

test('says why a stack cannot be run here, and what to do', () => {
  write('node/servers/stacks.json', ['good']);
  write('node/servers/good/stack.json', GOOD);
  const [variant] = variantsOf(loadStacks(root)[0]);
  const changed = (/** @type {object} */ change) => ({
    ...variant,
    stack: { ...variant.stack, ...change },
  });
  expect(whyNotRun(variant)).toMatch(/server.js is not in .*node.servers.good/);
  write('node/servers/good/server.js', '');
  expect(whyNotRun(variant)).toBeNull();
  expect(whyNotRun(changed({ needs: { node: 99 } }))).toBe(
    `it needs Node 99, this is Node ${process.versions.node}`,
  );
  expect(whyNotRun(changed({ command: ['java', '-jar', 'x.jar'], needs: { java: 99 } }))).toBe(
    'it needs JDK 99, and none was found: set JAVA_HOME to one',
  );
});
