/** What a side of a comparison holds, that it leaves the user's files alone, and what is said where it cannot be had. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { RevisionError, checkOut } = require('../../src/revisions');
const { Surroundings, commit, git, gitHouse, write, writeHouse } = require('./git-house');

const SERVER = 'node/servers/first/server.js';

/** @type {Surroundings} */
let surroundings;
/** @type {string} */
let house;
/** @type {{ remove(): Promise<void> }[]} */
let sides;

beforeEach(() => {
  surroundings = new Surroundings();
  house = path.join(surroundings.folder, 'a house with spaces');
  sides = [];
  gitHouse(house);
});

afterEach(async () => {
  for (const side of sides) await side.remove();
  surroundings.restore();
});

/**
 * @param {string | null} name
 * @param {{ root?: string, onProgress?: (text: string) => void }} [options]
 */
async function sideOf(name, { root = house, onProgress } = {}) {
  const side = await checkOut(root, name, { onProgress });
  sides.push(side);
  return side;
}

/**
 * @param {{ folder: string }} side
 * @param {string} [file]
 */
function read({ folder }, file = SERVER) {
  return fs.readFileSync(path.join(folder, file), 'utf8');
}

/**
 * @param {string | null} name
 * @param {string} [root]
 * @returns {Promise<string>}
 */
async function messageOf(name, root) {
  const error = await sideOf(name, { root }).catch((/** @type {unknown} */ thrown) => thrown);
  expect(error).toBeInstanceOf(RevisionError);
  return /** @type {Error} */ (error).message;
}

describe('a revision', () => {
  test.each(['main', 'v1', 'HEAD~1', 'other/branch'])('is had by its name: %s', async (name) => {
    git(house, 'tag', '-a', 'v1', '-m', 'a tag');
    git(house, 'branch', 'other/branch');
    if (name === 'HEAD~1') commit(house, 'Another');
    write(house, SERVER, 'changed');
    const side = await sideOf(name);
    expect(side).toMatchObject({ name, commit: git(house, 'rev-parse', `${name}^{commit}`) });
    expect(read(side)).toBe('');
  });

  test('is had by the first digits of its commit', async () => {
    const digits = git(house, 'rev-parse', 'HEAD');
    expect(await sideOf(digits.slice(0, 8))).toMatchObject({ commit: digits });
  });

  test('comes before a folder of its name, unless the name begins as that of a folder does', async () => {
    git(house, 'branch', 'node');
    expect((await sideOf('node')).commit).toBe(git(house, 'rev-parse', 'main'));
    await expect(sideOf('./there-is-none')).rejects.toThrow('there is no folder');
  });

  test('is in the part of it that the house is, where that is not all of the repository', async () => {
    const top = path.join(surroundings.folder, 'top');
    gitHouse(top);
    writeHouse(path.join(top, 'inner'), { inside: {} });
    commit(top, 'A house within');
    const side = await sideOf('main', { root: path.join(top, 'inner') });
    expect(read(side, 'node/servers/stacks.json')).toBe('["inside"]');
  });

  test('has its submodules', async () => {
    const library = path.join(surroundings.folder, 'library');
    gitHouse(library);
    git(house, 'submodule', '--quiet', 'add', library, 'library');
    commit(house, 'A submodule');
    const side = await sideOf('main');
    expect(read(side, `library/${SERVER}`)).toBe('');
  });

  test('starts none of the hooks of the user', async () => {
    const mark = path.join(surroundings.folder, 'mark');
    write(house, '.git/hooks/post-checkout', `#!/bin/sh\ntouch '${mark}'\n`);
    fs.chmodSync(path.join(house, '.git/hooks/post-checkout'), 0o755);
    await sideOf('main');
    expect(fs.existsSync(mark)).toBe(false);
  });

  test('is gone when it is removed, as often as one likes', async () => {
    const side = await sideOf('main');
    expect(git(house, 'worktree', 'list').split('\n')).toHaveLength(2);
    await side.remove();
    await side.remove();
    expect(git(house, 'worktree', 'list').split('\n')).toHaveLength(1);
    expect(fs.existsSync(side.folder)).toBe(false);
  });

  test('leaves the record of a worktree of the user alone whose disk is away', async () => {
    const away = path.join(surroundings.folder, 'away');
    git(house, 'worktree', 'add', '--quiet', '--detach', away);
    fs.renameSync(away, `${away}-now`);
    await (await sideOf('main')).remove();
    expect(git(house, 'worktree', 'list')).toContain(away);
  });
});

describe('the working tree', () => {
  test('is HEAD when nothing is changed', async () => {
    expect(await sideOf(null)).toMatchObject({
      name: 'the working tree',
      commit: git(house, 'rev-parse', 'HEAD'),
    });
  });

  test('comes with what is changed, new, staged and deleted, and without what is ignored', async () => {
    write(house, SERVER, 'changed');
    write(house, 'new file', 'new');
    write(house, 'node_modules/ignored', 'ignored');
    write(house, 'staged/node_modules/file', 'staged though ignored');
    git(house, 'add', '--force', 'staged/node_modules/file');
    fs.rmSync(path.join(house, 'node/servers/first/build.js'));
    const side = await sideOf(null);
    expect(read(side)).toBe('changed');
    expect(read(side, 'new file')).toBe('new');
    expect(read(side, 'staged/node_modules/file')).toBe('staged though ignored');
    expect(fs.existsSync(path.join(side.folder, 'node_modules'))).toBe(false);
    expect(fs.existsSync(path.join(side.folder, 'node/servers/first/build.js'))).toBe(false);
  });

  test('comes with a change that neither size nor time tell', async () => {
    const file = path.join(house, SERVER);
    const time = new Date('2020-01-01');
    git(house, 'config', 'core.trustctime', 'false');
    fs.writeFileSync(file, 'one');
    fs.utimesSync(file, time, time);
    commit(house, 'Another');
    fs.writeFileSync(file, 'two');
    for (const each of [file, path.join(house, '.git/index')]) fs.utimesSync(each, time, time);
    expect(read(await sideOf(null))).toBe('two');
  });

  test('comes without what is to be left out', async () => {
    write(house, 'a report.json', 'of the last run');
    const leaveOut = [path.join(house, 'a report.json'), '/elsewhere/report.json'];
    const side = await checkOut(house, null, { leaveOut });
    sides.push(side);
    expect(side.commit).toBe(git(house, 'rev-parse', 'HEAD'));
  });

  test.each(['ignored', 'ignored, and known'])(
    'comes without what is left out and %s',
    async (how) => {
      write(house, '.gitignore', 'node_modules\nreport.json\n');
      write(house, 'report.json', 'of the last run');
      if (how !== 'ignored') git(house, 'add', '--force', 'report.json');
      commit(house, 'A house that ignores reports');
      write(house, 'report.json', 'of this run');
      write(house, 'new file', 'new');
      const side = await checkOut(house, null, { leaveOut: [path.join(house, 'report.json')] });
      sides.push(side);
      expect(read(side, 'new file')).toBe('new');
      expect(fs.existsSync(path.join(side.folder, 'report.json'))).toBe(how !== 'ignored');
      if (how !== 'ignored') expect(read(side, 'report.json')).toBe('of the last run');
    },
  );

  test('has the id of its tree, which is the same for the same content', async () => {
    write(house, SERVER, 'changed');
    const first = await sideOf(null);
    expect(git(house, 'cat-file', '-t', String(first.commit))).toBe('tree');
    expect((await sideOf(null)).commit).toBe(first.commit);
  });

  test('stays as it was, with its index, to the last byte', async () => {
    write(house, SERVER, 'staged');
    git(house, 'add', SERVER);
    write(house, SERVER, 'changed again');
    write(house, 'new file', 'new');
    // An index that git would like to refresh.
    fs.utimesSync(path.join(house, 'node/servers/stacks.json'), 1, 1);
    const before = stateOf(house);
    await (await sideOf(null)).remove();
    expect(stateOf(house)).toEqual(before);
    expect(git(house, 'status', '--porcelain')).toBe(`MM ${SERVER}\n?? "new file"`);
  });

  test('tells that changes within a submodule are left out', async () => {
    const library = path.join(surroundings.folder, 'library');
    gitHouse(library);
    git(house, 'submodule', '--quiet', 'add', library, 'library');
    commit(house, 'A submodule');
    write(house, `library/${SERVER}`, 'changed');
    /** @type {string[]} */
    const told = [];
    await sideOf(null, { onProgress: (text) => told.push(text) });
    expect(told).toContain(
      'changes within the submodule library are left out: commit them there first',
    );
  });

  test('is used where it is when it is in no repository', async () => {
    const plain = path.join(surroundings.folder, 'plain');
    writeHouse(plain);
    const side = await sideOf(null, { root: plain });
    expect(side).toMatchObject({ name: 'the working tree', commit: null, folder: plain });
  });
});

/**
 * @param {string} folder
 * @returns {Record<string, unknown>} every file's content and times, the index's among them
 */
function stateOf(folder) {
  const files = [...git(folder, 'ls-files', '--cached', '--others').split('\n'), '.git/index'];
  return Object.fromEntries(
    files.map((file) => {
      const { mtimeMs, ino } = fs.statSync(path.join(folder, file));
      return [file, { mtimeMs, ino, text: fs.readFileSync(path.join(folder, file), 'latin1') }];
    }),
  );
}

describe('a folder', () => {
  test('without git is used where it is, and stays when it is removed', async () => {
    const plain = path.join(surroundings.folder, 'a plain folder');
    writeHouse(plain);
    const side = await sideOf(plain);
    expect(side).toMatchObject({ name: plain, commit: null, folder: plain });
    await side.remove();
    expect(fs.existsSync(path.join(plain, SERVER))).toBe(true);
  });

  test('of another clone is taken with its changes', async () => {
    const clone = path.join(surroundings.folder, 'clone');
    git(surroundings.folder, 'clone', '--quiet', house, clone);
    write(clone, SERVER, 'changed in the clone');
    const side = await sideOf(clone);
    expect(side.folder).not.toBe(clone);
    expect(read(side)).toBe('changed in the clone');
  });

  test('can be had without git', async () => {
    const plain = path.join(surroundings.folder, 'plain');
    writeHouse(plain);
    process.env.PATH = surroundings.temporary;
    expect(await sideOf(plain)).toMatchObject({ commit: null, folder: plain });
  });
});

describe('it is refused, with what to do', () => {
  test('a revision that is not known', async () => {
    expect(await messageOf('mian')).toBe(
      `unknown revision "mian": ${house} has no such branch, tag or commit, and there is no such folder`,
    );
  });

  test('a branch that the remote alone has', async () => {
    const clone = path.join(surroundings.folder, 'clone');
    git(surroundings.folder, 'clone', '--quiet', house, clone);
    git(clone, 'checkout', '--quiet', '-b', 'mine');
    git(clone, 'branch', '--quiet', '-D', 'main');
    expect((await messageOf('main', clone)).split('\n').slice(1)).toEqual([
      '  did you mean origin/main?',
      '  git fetch origin main brings that branch, as origin/main',
    ]);
  });

  test('a commit that a shallow clone does not have', async () => {
    commit(house, 'Another');
    const clone = path.join(surroundings.folder, 'clone');
    git(surroundings.folder, 'clone', '--quiet', '--depth=1', `file://${house}`, clone);
    expect((await messageOf('main~1', clone)).split('\n').slice(1)).toEqual([
      '  this clone is shallow: git fetch --unshallow brings its whole history',
    ]);
  });

  test('a name that git would take for an option', async () => {
    expect(await messageOf('--upload-pack=x')).toBe(
      '"--upload-pack=x" is no revision: none begins with "-"',
    );
  });

  test('a revision where there is no git', async () => {
    process.env.PATH = surroundings.temporary;
    expect(await messageOf('main')).toBe(
      [
        'git is not on the PATH',
        '  install git 2.31 or newer, or name folders that are built already instead of revisions',
      ].join('\n'),
    );
  });

  test('a revision where there is no repository', async () => {
    const plain = path.join(surroundings.folder, 'plain');
    writeHouse(plain);
    expect(await messageOf('main', plain)).toBe(
      [
        `"main" is no folder, and ${plain} is in no git repository`,
        '  name a folder, or run it in a clone of the repository',
      ].join('\n'),
    );
  });

  test('a repository without a commit', async () => {
    const unborn = path.join(surroundings.folder, 'unborn');
    fs.mkdirSync(unborn);
    git(unborn, 'init', '--quiet');
    writeHouse(unborn);
    expect(await messageOf(null, unborn)).toBe(
      `${unborn} has no commit yet\n  commit first: there is nothing to compare with`,
    );
    expect(await messageOf('main', unborn)).toMatch(/^unknown revision "main"/);
  });

  test('a revision without stacks', async () => {
    fs.rmSync(path.join(house, 'node'), { recursive: true });
    commit(house, 'No stacks');
    expect(await messageOf('main')).toBe(
      [
        'main has no stacks to compare',
        '  node/servers/stacks.json or java/servers/stacks.json lists them, in the folder that holds contracts/',
      ].join('\n'),
    );
  });

  test('a folder without stacks', async () => {
    const empty = path.join(surroundings.folder, 'empty');
    fs.mkdirSync(empty);
    expect(await messageOf(empty)).toMatch(`${empty} has no stacks to compare`);
  });

  test('a submodule that cannot be fetched', async () => {
    const library = path.join(surroundings.folder, 'library');
    gitHouse(library);
    git(house, 'submodule', '--quiet', 'add', library, 'library');
    commit(house, 'A submodule');
    fs.rmSync(library, { recursive: true });
    expect(await messageOf('main')).toMatch(
      /^the submodules of main cannot be had\n[^]*is the commit pushed, may it be read\?$/,
    );
    expect(git(house, 'worktree', 'list').split('\n')).toHaveLength(1);
  });

  test('a stack.json that cannot be used, by the side that it is of', async () => {
    write(house, 'node/servers/first/stack.json', '{}');
    commit(house, 'A broken stack');
    await expect(sideOf('main')).rejects.toThrow('main:node/servers/first/stack.json /id');
    expect(git(house, 'worktree', 'list').split('\n')).toHaveLength(1);
  });
});
