/** Servers of a stack find their classes in an archive, which the first of them makes. JUnit's tests show that a JVM uses it. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { withClassArchive } = require('../../src/stacks');
const { plainVariant } = require('./plain-variant');

const OPTIONS = ['-XX:TieredStopAtLevel=1'];
const STAND_IN = path.join(__dirname, 'servers/jvm.js');
const { JAVA_HOME } = process.env;

/** @type {string} */
let home;
/** @type {string} */
let folder;

beforeAll(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'jdk-'));
  fs.mkdirSync(path.join(home, 'bin'));
  fs.writeFileSync(path.join(home, 'release'), 'JAVA_VERSION="99.0.1"\n');
  const java = `#!/bin/sh\nexec "${process.execPath}" "${STAND_IN}" "$@"\n`;
  fs.writeFileSync(path.join(home, 'bin/java'), java, { mode: 0o755 });
  process.env.JAVA_HOME = home;
});

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'class-archive-'));
  writeJar('tiny.jar');
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

afterAll(() => {
  if (JAVA_HOME === undefined) delete process.env.JAVA_HOME;
  else process.env.JAVA_HOME = JAVA_HOME;
  fs.rmSync(home, { recursive: true });
});

/** @param {string} name */
function writeJar(name) {
  const file = path.join(folder, 'target', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, 'a jar');
  // An archive that is made in the same tick of the clock is no younger.
  age(file, 10);
}

/**
 * @param {string} file
 * @param {number} seconds
 */
function age(file, seconds) {
  const time = Date.now() / 1000 - seconds;
  fs.utimesSync(file, time, time);
}

/**
 * @param {string[]} command
 * @param {string} [fault]
 */
function variantOf(command, fault = '') {
  const { stack, ...rest } = plainVariant(fault);
  const language = /** @type {const} */ ('java');
  return { ...rest, command, stack: { ...stack, language, folder } };
}

const tiny = () => variantOf(['java', '-jar', 'target/tiny.jar']);
const archive = () => path.join(folder, 'target/tiny-jdk99.jsa');
const namesInTarget = () => fs.readdirSync(path.join(folder, 'target'));

test('is made beside the jar, under its JDK, and named', async () => {
  const options = await withClassArchive(tiny(), OPTIONS);
  expect(options).toEqual([...OPTIONS, '-XX:SharedArchiveFile=target/tiny-jdk99.jsa']);
  expect(namesInTarget()).toEqual(['tiny-jdk99.jsa', 'tiny.jar']);
});

test('is made by a server that is told and asked what the others will be', async () => {
  /** @type {string[]} */
  const asked = [];
  const rehearsal = {
    env: { REDIS_URL: 'redis://127.0.0.1:1' },
    run: async (/** @type {import('../../src/stacks').Server} */ { pid }) => {
      asked.push(fs.readFileSync(`/proc/${pid}/environ`, 'utf8'));
    },
  };
  await withClassArchive(tiny(), OPTIONS, rehearsal);
  await withClassArchive(tiny(), OPTIONS, rehearsal);
  expect(asked).toEqual([expect.stringContaining('REDIS_URL=redis://127.0.0.1:1')]);
});

test('is made once for two that need it at the same time, and two are made one after the other', async () => {
  writeJar('other.jar');
  let at = 0;
  let most = 0;
  let made = 0;
  const run = async () => {
    made++;
    most = Math.max(most, ++at);
    await sleep(50);
    at--;
  };
  const other = variantOf(['java', '-jar', 'target/other.jar']);
  await Promise.all(
    [tiny(), tiny(), other].map((each) => withClassArchive(each, OPTIONS, { run })),
  );
  expect({ made, most }).toEqual({ made: 2, most: 1 });
});

test('is made anew for what is younger: the jar, or a library beside it', async () => {
  await withClassArchive(tiny(), OPTIONS);
  const before = fs.statSync(archive()).mtimeMs;
  await withClassArchive(tiny(), OPTIONS);
  expect(fs.statSync(archive()).mtimeMs).toBe(before);
  for (const jar of ['tiny.jar', 'lib/other.jar']) {
    writeJar(jar);
    age(archive(), 20);
    await withClassArchive(tiny(), OPTIONS);
    expect(fs.statSync(archive()).mtimeMs).toBeGreaterThanOrEqual(before);
  }
});

test('is done without where the server does not start, and is not tried again', async () => {
  const ends = () => variantOf(['java', '-jar', 'target/tiny.jar'], 'ends');
  expect(await withClassArchive(ends(), OPTIONS)).toEqual(OPTIONS);
  expect(namesInTarget()).toEqual(['tiny.jar']);
  expect(await withClassArchive(tiny(), OPTIONS)).toEqual(OPTIONS);
});

test('is done without where it cannot be written', async () => {
  // The archive's name would be longer than a file system takes.
  const name = `${'a'.repeat(250)}.jar`;
  writeJar(name);
  const command = ['java', '-jar', `target/${name}`];
  expect(await withClassArchive(variantOf(command), OPTIONS)).toEqual(OPTIONS);
  expect(namesInTarget()).toEqual([name, 'tiny.jar']);
});

test('is done without where its path has spaces', async () => {
  writeJar('a tiny.jar');
  const command = ['java', '-jar', 'target/a tiny.jar'];
  expect(await withClassArchive(variantOf(command), OPTIONS)).toEqual(OPTIONS);
  expect(namesInTarget()).toEqual(['a tiny.jar', 'tiny.jar']);
});

test.each([
  ['a jar that is not built', ['java', '-jar', 'target/none.jar']],
  ['classes in a folder', ['java', '-cp', 'target/tiny.jar', 'Main']],
  ['what is no JVM', ['node', '-jar', 'target/tiny.jar']],
])('is not for %s', async (_what, command) => {
  expect(await withClassArchive(variantOf(command), OPTIONS)).toEqual(OPTIONS);
  expect(namesInTarget()).toEqual(['tiny.jar']);
});
