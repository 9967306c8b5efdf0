/** Builds of a side run once each, are kept for the next time, and say why they fail. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { buildRevision, checkOut } = require('../../src/revisions');
const { loadStacks } = require('../../src/stacks');
const { Surroundings, commit, gitHouse, write, writeHouse } = require('./git-house');

const BUILD = ['node', 'build.js'];
const MADE = 'node/servers/first/node_modules/linked/index.js';

/** @type {Surroundings} */
let surroundings;
/** @type {string} */
let house;
/** @type {string} */
let cacheFolder;
/** @type {string[]} */
let told;

beforeEach(() => {
  surroundings = new Surroundings();
  house = path.join(surroundings.folder, 'a house');
  cacheFolder = path.join(surroundings.folder, 'a cache');
  told = [];
});

afterEach(() => surroundings.restore());

/**
 * Checks out and builds.
 *
 * @template T
 * @param {(folder: string) => T} look at what was built
 * @param {{ name?: string, only?: string[], withinMillis?: number }} [options]
 * @returns {Promise<T>}
 */
async function built(look, { name = 'main', only, withinMillis } = {}) {
  const onProgress = (/** @type {string} */ text) => told.push(text);
  const side = await checkOut(house, name);
  try {
    const stacks = loadStacks(side.folder).filter(({ id }) => !only || only.includes(id));
    await buildRevision(side, stacks, { onProgress, cacheFolder, withinMillis });
    return look(side.folder);
  } finally {
    await side.remove();
  }
}

/** @param {string} folder */
function made(folder) {
  return fs.readFileSync(path.join(folder, MADE), 'utf8');
}

/** @returns {string[]} what the cache holds */
function entries() {
  return fs.existsSync(cacheFolder) ? fs.readdirSync(cacheFolder) : [];
}

/**
 * @param {string} script
 * @param {object} [more] of its stack.json
 */
function houseWithBuild(script, more = {}) {
  gitHouse(house, { first: { build: BUILD, ...more } });
  write(house, 'node/servers/first/build.js', script);
  commit(house, 'A build');
}

test('a build runs in the folder of its stack, and not at all where none is declared', async () => {
  gitHouse(house, { first: { build: BUILD }, second: {} });
  const folder = await built((each) => each);
  expect(surroundings.builds()).toEqual([path.join(folder, 'node/servers/first')]);
  expect(told).toEqual(['building main: node build.js (node/first)']);
});

test('a folder without git is used as it is', async () => {
  writeHouse(house, { first: { build: BUILD } });
  await built(() => {}, { name: house });
  expect(surroundings.builds()).toEqual([]);
});

describe('of builds with the same words', () => {
  test('each is about its own folder', async () => {
    gitHouse(house, { first: { build: BUILD }, second: { build: BUILD } });
    await built(() => {});
    expect(surroundings.builds()).toHaveLength(2);
  });

  test('one runs for all when it is about a place outside of them', async () => {
    const build = ['node', '../../../tools/build.js'];
    gitHouse(house, { first: { build }, second: { build } });
    write(
      house,
      'tools/build.js',
      fs.readFileSync(path.join(house, 'node/servers/first/build.js')).toString(),
    );
    commit(house, 'A build of all');
    await built(() => {});
    expect(surroundings.builds()).toHaveLength(1);
    expect(told[0]).toMatch(/\(node\/first, node\/second\)$/);
  });
});

describe('what a build has made', () => {
  test('is there the next time without a build, links between folders too', async () => {
    gitHouse(house, { first: { build: BUILD } });
    expect(await built(made)).toBe('module.exports = 1;');
    const isLink = (/** @type {string} */ folder) =>
      fs.readlinkSync(path.join(folder, path.dirname(MADE)));
    expect(await built((folder) => [made(folder), isLink(folder)])).toEqual([
      'module.exports = 1;',
      'real',
    ]);
    expect(surroundings.builds()).toHaveLength(1);
    expect(told[1]).toBe('main is built already');
  });

  test('serves fewer stacks as well, and more of them only after a build', async () => {
    gitHouse(house, { first: { build: BUILD }, second: { build: BUILD } });
    await built(() => {}, { only: ['node/second'] });
    await built(() => {});
    expect(surroundings.builds()).toHaveLength(3);
    await built(made, { only: ['node/first'] });
    expect(surroundings.builds()).toHaveLength(3);
  });

  test('does not serve another commit, or another build', async () => {
    gitHouse(house, { first: { build: BUILD } });
    await built(() => {});
    write(house, 'README', 'changed');
    commit(house, 'Another');
    await built(() => {});
    await built(() => {}, { name: 'main~1' });
    expect(surroundings.builds()).toHaveLength(2);
  });

  test('serves every commit in which what it is made from is the same', async () => {
    const link = `fs.mkdirSync('node_modules'); fs.symlinkSync('../server.js', 'node_modules/own')`;
    houseWithBuild(`const fs = require('node:fs'); ${link}`, { buildFrom: ['../*lock.json'] });
    const own = (/** @type {string} */ folder) =>
      fs.readFileSync(path.join(folder, 'node/servers/first/node_modules/own'), 'utf8');
    write(house, 'node/servers/lock.json', '1');
    write(house, 'node/servers/first/server.js', 'before');
    commit(house, 'Before');
    expect(await built(own)).toBe('before');
    write(house, 'node/servers/first/server.js', 'after');
    commit(house, 'After');
    expect(await built(own)).toBe('after');
    expect(told).toEqual([expect.stringMatching(/^building main/), 'main is built already']);
    write(house, 'node/servers/lock.json', '2');
    commit(house, 'Another lock file');
    await built(() => {});
    expect(told[2]).toMatch(/^building main/);
  });

  test.each([
    ['one of the builds does not say what it is made from', { second: { build: BUILD } }],
    ['nothing is where it says', {}],
  ])('serves no other commit when %s', async (_why, others) => {
    const place = 'second' in others ? 'build.js' : 'no-such-lock.json';
    gitHouse(house, { first: { build: BUILD, buildFrom: [place] }, ...others });
    await built(() => {});
    write(house, 'README', 'changed');
    commit(house, 'Another');
    await built(() => {});
    expect(told.filter((text) => text === 'main is built already')).toEqual([]);
  });

  test('comes along when git does not ignore it', async () => {
    houseWithBuild(
      `require('node:fs').writeFileSync('made', require('node:fs').existsSync('made') + '')`,
    );
    const read = (/** @type {string} */ folder) =>
      fs.readFileSync(path.join(folder, 'node/servers/first/made'), 'utf8');
    expect(await built(read)).toBe('false');
    expect(await built(read)).toBe('false');
    expect(told).toHaveLength(2);
  });

  test.each([
    ['is cut off', (/** @type {string} */ file) => fs.truncateSync(file)],
    ['is gone', (/** @type {string} */ file) => fs.rmSync(file)],
    [
      'was written to',
      (/** @type {string} */ file) => fs.writeFileSync(file, 'module.exports = 2;'),
    ],
  ])('is built anew when a file of it %s', async (_how, spoil) => {
    gitHouse(house, { first: { build: BUILD } });
    await built(() => {});
    const [entry] = entries();
    spoil(path.join(cacheFolder, entry, 'files/node/servers/first/node_modules/real/index.js'));
    expect(await built(made)).toBe('module.exports = 1;');
    expect(surroundings.builds()).toHaveLength(2);
    expect(await built(made)).toBe('module.exports = 1;');
    expect(surroundings.builds()).toHaveLength(2);
  });

  test('is built anew when it was not written to its end', async () => {
    gitHouse(house, { first: { build: BUILD } });
    await built(() => {});
    fs.truncateSync(path.join(cacheFolder, entries()[0], 'manifest.json'), 20);
    expect(await built(made)).toBe('module.exports = 1;');
    expect(surroundings.builds()).toHaveLength(2);
  });

  test('is forgotten when it was not used for the longest time', async () => {
    gitHouse(house, { first: { build: BUILD } });
    await built(() => {});
    for (let i = 0; i < 6; i++) {
      write(house, 'README', String(i));
      commit(house, 'Another');
      await built(() => {});
      if (i < 5) await built(() => {}, { name: 'main~1' });
    }
    expect(entries()).toHaveLength(6);
    await built(() => {}, { name: 'main~6' });
    expect(surroundings.builds()).toHaveLength(8);
  });

  test('is made once where two want it at the same time', async () => {
    gitHouse(house, { first: { build: BUILD } });
    expect(await Promise.all([built(made), built(made)])).toEqual(
      Array(2).fill('module.exports = 1;'),
    );
    expect(surroundings.builds()).toHaveLength(1);
  });

  test('is not kept where it has changed the files of the commit', async () => {
    houseWithBuild(`require('node:fs').writeFileSync('server.js', 'changed')`);
    await built(() => {});
    expect(told[1]).toBe(
      'the build of main is not kept: it changes files of the commit: node/servers/first/server.js',
    );
    expect(entries()).toEqual([]);
  });

  test('is not kept where a link leads to the temporary folder', async () => {
    houseWithBuild(`require('node:fs').symlinkSync(process.cwd(), 'itself')`);
    await built(() => {});
    expect(told[1]).toMatch(
      /^the build of main is not kept: .*itself is a symbolic link to .* not relative$/,
    );
    expect(entries()).toEqual([]);
  });

  test('is not kept where nothing can be written', async () => {
    gitHouse(house, { first: { build: BUILD } });
    fs.writeFileSync(cacheFolder, 'in the way');
    expect(await built(made)).toBe('module.exports = 1;');
    expect(told[1]).toMatch(/^the build of main is not kept: /);
    fs.rmSync(cacheFolder);
  });
});

describe('a build that fails', () => {
  test('is told with its stacks, its command and the end of what it wrote', async () => {
    houseWithBuild(`for (let i = 1; i < 50; i++) console.log('line ' + i); process.exitCode = 3;`);
    const lines = Array.from({ length: 30 }, (_, i) => `  line ${i + 20}`);
    await expect(built(() => {})).rejects.toThrow(
      [
        'main does not build: node/first: node build.js (in node/servers/first) ended with exit code 3',
        ...lines,
      ].join('\n'),
    );
    expect(entries()).toEqual([]);
  });

  test('is told when there is no such program', async () => {
    gitHouse(house, { first: { build: ['no-such-program', 'now'] } });
    await expect(built(() => {})).rejects.toThrow(
      'main does not build: node/first: no-such-program now (in node/servers/first) cannot be run\n  no-such-program is not on the PATH',
    );
  });

  test('is killed with all that it started when it takes too long', async () => {
    const beat = path.join(surroundings.folder, 'beat');
    houseWithBuild(
      `if (process.argv[2]) setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(beat)}, '.'), 20);
       else require('node:child_process').spawnSync(process.execPath, [__filename, 'beat'])`,
    );
    await expect(built(() => {}, { withinMillis: 2_000 })).rejects.toThrow(
      'main does not build: node/first: node build.js (in node/servers/first) did not end within 2 s\n  it wrote nothing',
    );
    const beats = fs.readFileSync(beat, 'utf8');
    await sleep(200);
    expect(beats).not.toBe('');
    expect(fs.readFileSync(beat, 'utf8')).toBe(beats);
  });
});

test('a build is not told what npm and Jest tell their own', async () => {
  houseWithBuild(
    `require('node:fs').writeFileSync(process.env.BUILDS, Object.keys(process.env).join('\\n'))`,
  );
  process.env.npm_config_workspace = 'another';
  process.env.npm_config_cache = path.join(surroundings.folder, 'npm');
  await built(() => {});
  const variables = surroundings.builds();
  expect(variables).toContain('npm_config_cache');
  for (const name of ['NODE_ENV', 'JEST_WORKER_ID', 'npm_config_workspace']) {
    expect(variables).not.toContain(name);
  }
});
