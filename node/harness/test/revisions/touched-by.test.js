/** Which stacks and workloads a change can touch, and why. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { checkOut, touchedBy } = require('../../src/revisions');
const { loadStacks } = require('../../src/stacks');
const {
  Surroundings,
  commit,
  git,
  gitHouse,
  write,
  writeHouse,
  writeStack,
} = require('./git-house');

const CONTRACTS = [{ workload: 'hello' }, { workload: 'todos' }];
const ALL = ['hello', 'todos'];
const UNTOUCHED = 'nothing that it uses has changed';
const PATHS = {
  '../shared': 'all',
  '../shared/todos.js': ['todos'],
  '../shared/test': [],
  'routes/hello.js': ['hello'],
};

/** @type {Surroundings} */
let surroundings;
/** @type {string} */
let house;

beforeEach(() => {
  surroundings = new Surroundings();
  house = path.join(surroundings.folder, 'a house');
});

afterEach(() => surroundings.restore());

/**
 * @param {{ base?: string, head?: string | null, root?: string, contracts?: { workload: string }[] }} [options]
 */
async function touched({ base = 'HEAD', head = null, root = house, contracts = CONTRACTS } = {}) {
  const sides = [await checkOut(root, base), await checkOut(root, head)];
  try {
    return await touchedBy(sides[0], sides[1], loadStacks(sides[1].folder), contracts);
  } finally {
    for (const side of sides) await side.remove();
  }
}

describe('a change', () => {
  beforeEach(() => {
    gitHouse(house, { first: { paths: PATHS }, second: {} });
    for (const file of ['shared/todos.js', 'shared/other.js', 'first/routes/hello.js']) {
      write(house, `node/servers/${file}`, '');
    }
    commit(house, 'What is shared');
  });

  /** @type {[string, string[], string[]][]} */
  const cases = [
    ['node/servers/first/server.js', ALL, []],
    ['node/servers/first/routes/hello.js', ['hello'], []],
    ['node/servers/shared/other.js', ALL, []],
    ['node/servers/shared/todos.js', ['todos'], []],
    ['node/servers/shared/test/todos.test.js', [], []],
    ['node/servers/shared-not/file.js', [], []],
    ['node/servers/first-not/file.js', [], []],
    ['README.md', [], []],
    ['package-lock.json', ALL, ALL],
    ['node/pom.xml', ALL, ALL],
    ['node/servers/build.gradle.kts', ALL, ALL],
    ['java/package.json', [], []],
  ];

  test.each(cases)('of %s touches %j and of the other stack %j', async (file, first, second) => {
    write(house, file, 'changed');
    const found = await touched();
    expect(found.map(({ workloads }) => workloads)).toEqual([first, second]);
    expect(found[0].path).toBe(first.length > 0 ? file : null);
    expect(found[0].why).toBe(first.length > 0 ? `${file} has changed` : UNTOUCHED);
  });

  test('is told by the first file that touches the stack', async () => {
    write(house, 'README.md', 'changed');
    write(house, 'node/servers/shared/todos.js', 'changed');
    write(house, 'package.json', 'changed');
    const [first, second] = await touched();
    expect(first).toMatchObject({ workloads: ALL, path: 'node/servers/shared/todos.js' });
    expect(second).toMatchObject({ workloads: ALL, path: 'package.json' });
  });

  test('that moves a file away is one of the folder that it was in', async () => {
    git(house, 'mv', 'node/servers/shared/other.js', 'elsewhere.js');
    const [first] = await touched();
    expect(first).toMatchObject({ workloads: ALL, path: 'node/servers/shared/other.js' });
  });

  test('touches no more than what is asked for', async () => {
    write(house, 'package.json', 'changed');
    const [first] = await touched({ contracts: [{ workload: 'todos' }] });
    expect(first.workloads).toEqual(['todos']);
  });

  test('is seen between two revisions', async () => {
    write(house, 'node/servers/second/ein Weg mit ü.js', 'new');
    commit(house, 'Another');
    const found = await touched({ base: 'main~1', head: 'main' });
    expect(found.map(({ path: each }) => each)).toEqual([
      null,
      'node/servers/second/ein Weg mit ü.js',
    ]);
  });

  test('is seen between two clones', async () => {
    const clone = path.join(surroundings.folder, 'a: clone');
    git(surroundings.folder, 'clone', '--quiet', house, clone);
    write(clone, 'node/servers/second/server.js', 'changed in the clone');
    commit(clone, 'In the clone');
    const found = await touched({ base: clone });
    expect(found.map(({ workloads }) => workloads)).toEqual([[], ALL]);
  });

  test('is none where both sides are the same', async () => {
    const found = await touched();
    expect(found.map(({ workloads, why }) => [workloads, why])).toEqual(
      Array(2).fill([[], UNTOUCHED]),
    );
  });
});

test('a stack that is new or gone is told', async () => {
  gitHouse(house, { first: {}, second: {} });
  fs.rmSync(path.join(house, 'node/servers/first'), { recursive: true });
  writeStack(house, 'third', {});
  write(house, 'node/servers/stacks.json', '["second", "third"]');
  expect(await touched()).toEqual([
    { id: 'node/second', presence: 'both', workloads: [], path: null, why: UNTOUCHED },
    { id: 'node/third', presence: 'new', workloads: [], path: null, why: 'HEAD does not have it' },
    {
      id: 'node/first',
      presence: 'gone',
      workloads: [],
      path: null,
      why: 'the working tree does not have it',
    },
  ]);
});

test('everything is touched where one side is a folder without git', async () => {
  gitHouse(house, { first: {} });
  const plain = path.join(surroundings.folder, 'plain');
  writeHouse(plain);
  expect(await touched({ base: plain })).toEqual([
    {
      id: 'node/first',
      presence: 'both',
      workloads: ALL,
      path: null,
      why: 'what has changed cannot be told without a repository of both sides',
    },
  ]);
});

test('a lock file above the house touches it, and what lies beside the house does not', async () => {
  const top = path.join(surroundings.folder, 'top');
  gitHouse(top);
  const inner = path.join(top, 'inner');
  writeHouse(inner);
  commit(top, 'A house within');
  write(top, 'node/servers/first/server.js', 'changed');
  expect((await touched({ root: inner }))[0].workloads).toEqual([]);
  write(top, 'package-lock.json', 'changed');
  expect((await touched({ root: inner }))[0]).toMatchObject({
    workloads: ALL,
    path: '../package-lock.json',
  });
});

test('a submodule that holds the stack touches it', async () => {
  const library = path.join(surroundings.folder, 'library');
  gitHouse(library);
  gitHouse(house, { first: { paths: { '../../../library/node': ['todos'] } } });
  git(house, 'submodule', '--quiet', 'add', library, 'library');
  commit(house, 'A submodule');
  write(library, 'node/file', 'changed');
  commit(library, 'Another');
  git(path.join(house, 'library'), 'pull', '--quiet');
  commit(house, 'A newer submodule');
  expect(await touched({ base: 'main~1', head: 'main' })).toMatchObject([
    { workloads: ['todos'], path: 'library' },
  ]);
});
