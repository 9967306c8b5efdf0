/** A real `npm ci` as a build: commits with the same lock file share it, and half of one is never taken for a whole. */
'use strict';

const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { buildRevision, checkOut } = require('../../src/revisions');
const { loadStacks } = require('../../src/stacks');
const { Surroundings, commit, gitHouse, write } = require('./git-house');

jest.setTimeout(120_000);

const STACK = 'node/servers/first';
const OWN = `${STACK}/own`;
const BUILT = /^building main: npm ci/;
const BUILT_ALREADY = 'main is built already';

/** @type {Surroundings} */
let surroundings;
/** @type {string} */
let house;
/** @type {string[]} */
let told;

beforeEach(() => {
  surroundings = new Surroundings();
  house = path.join(surroundings.folder, 'a house');
  told = [];
  process.env.npm_config_cache = path.join(surroundings.folder, 'npm');
  process.env.npm_config_update_notifier = 'false';
  const build = ['npm', 'ci', '--offline', '--no-audit', '--no-fund'];
  const buildFrom = ['package.json', 'package-lock.json', 'own'];
  gitHouse(house, { first: { build, buildFrom } });
  write(house, `${OWN}/index.js`, `module.exports = 'own';`);
  writePackages('1.0.0');
  commit(house, 'A package');
});

afterEach(() => surroundings.restore());

/** @param {string} version of the dependency, which the lock file tells */
function writePackages(version) {
  const scripts = { postinstall: 'node postinstall.js' };
  const server = { name: 'server', version: '1.0.0', dependencies: { own: 'file:own' }, scripts };
  write(house, `${STACK}/package.json`, JSON.stringify(server));
  write(house, `${STACK}/postinstall.js`, '');
  write(house, `${OWN}/package.json`, JSON.stringify({ name: 'own', version }));
  const args = ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: path.join(house, STACK), env: process.env, stdio: 'pipe' });
}

/** @returns {Promise<string>} what the server of main requires */
async function required() {
  const side = await checkOut(house, 'main');
  try {
    await buildRevision(side, loadStacks(side.folder), {
      onProgress: (text) => told.push(text),
      cacheFolder: path.join(surroundings.folder, 'a cache'),
    });
    const folder = path.join(side.folder, STACK);
    const script = `process.stdout.write(require('own') + ' ' + require('own/package.json').version)`;
    return execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' });
  } finally {
    await side.remove();
  }
}

test('commits with the same lock file share an install, and another lock file has its own', async () => {
  expect(await required()).toBe('own 1.0.0');
  write(house, `${STACK}/server.js`, '// Another server.');
  commit(house, 'Another server');
  expect(await required()).toBe('own 1.0.0');
  writePackages('2.0.0');
  commit(house, 'Another version');
  expect(await required()).toBe('own 2.0.0');
  expect(told).toEqual([expect.stringMatching(BUILT), BUILT_ALREADY, expect.stringMatching(BUILT)]);
});

test('an install that fails half-way is made again as a whole', async () => {
  const mark = path.join(surroundings.folder, 'tried');
  const once = `const fs = require('node:fs'), mark = ${JSON.stringify(mark)};
    if (!fs.existsSync(mark)) { fs.writeFileSync(mark, ''); process.exit(1); }`;
  write(house, `${STACK}/postinstall.js`, once);
  commit(house, 'A script that fails once');
  await expect(required()).rejects.toThrow('main does not build: node/first: npm ci --offline');
  expect(await required()).toBe('own 1.0.0');
  expect(await required()).toBe('own 1.0.0');
  expect(told).toEqual([expect.stringMatching(BUILT), expect.stringMatching(BUILT), BUILT_ALREADY]);
});
