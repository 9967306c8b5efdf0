/** Ctrl-C through the real command, in every phase: nothing may be left of what was started. */
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { buildHouse, faulty } = require('./house');
const { processesOf, startLoadline, until } = require('./run-loadline');

jest.setTimeout(30_000);

const STILL_THERE = '/still-there';
/** Longer than a warm-up of a Node server may take. */
const INTO_THE_SLICE_MILLIS = 3_000;

/** @type {import('./house').House} */
let house;

afterEach(() => house.remove());

/** @param {string} mark */
function isMarked(mark) {
  return fs.existsSync(house.marks) && fs.readFileSync(house.marks, 'utf8').includes(`${mark}\n`);
}

/**
 * @param {string[]} args
 * @param {(run: ReturnType<typeof startLoadline>) => Promise<void>} reached
 * @param {{ env?: Record<string, string>, signal?: NodeJS.Signals, group?: boolean }} [options]
 */
async function interrupt(args, reached, { env = {}, signal = 'SIGINT', group = true } = {}) {
  const run = startLoadline(house, args, env);
  await reached(run);
  // A terminal sends the signal to the whole foreground group.
  process.kill(group ? -Number(run.child.pid) : Number(run.child.pid), signal);
  return run.ended;
}

async function expectNothingLeft() {
  await until(() => processesOf(house).length === 0, 'the end of all processes', 2_000);
  await until(() => fs.readdirSync(house.temporary).length === 0, 'an empty folder', 2_000);
  const marks = fs.existsSync(house.marks) ? fs.readFileSync(house.marks, 'utf8') : '';
  for (const [, port] of marks.matchAll(/^port (\d+)$/gm)) await ask(Number(port));
  expect(isMarked(STILL_THERE)).toBe(false);
}

/**
 * A server of this house would mark that it was asked; a free port may be that of another test by now.
 *
 * @param {number} port
 * @returns {Promise<void>}
 */
function ask(port) {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: STILL_THERE, timeout: 500 });
    request.once('response', () => request.destroy());
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve()).once('close', resolve);
  });
}

test('in the build: Maven and its children end, and no half-written jar stays', async () => {
  house = buildHouse({
    stack: { language: 'java', command: ['java', '-jar', 'target/server.jar'] },
  });
  const module = path.join(house.root, 'node/servers/0');
  fs.writeFileSync(path.join(module, 'pom.xml'), '<project/>');
  fs.mkdirSync(path.join(module, 'target'));
  const programs = path.join(house.root, 'programs');
  fs.mkdirSync(programs);
  const maven = `#!/bin/sh\necho half > ${module}/target/server.jar\necho built >> ${house.marks}\nsleep 60 &\nsleep 60\n`;
  for (const [name, text] of [
    ['mvn', maven],
    ['javac', '#!/bin/sh\n'],
  ]) {
    fs.writeFileSync(path.join(programs, name), text, { mode: 0o755 });
  }
  const { exitCode } = await interrupt(
    ['start'],
    () => until(() => isMarked('built'), 'the build'),
    { env: { PATH: `${programs}:${process.env.PATH}` } },
  );
  expect(exitCode).toBe(130);
  await expectNothingLeft();
  expect(fs.readdirSync(path.join(module, 'target'))).toEqual([]);
});

test('while a server is starting', async () => {
  house = buildHouse();
  const file = path.join(house.root, 'node/servers/0/stack.json');
  const stack = JSON.parse(fs.readFileSync(file, 'utf8'));
  const command = faulty(house.marks, 'never ready');
  fs.writeFileSync(file, JSON.stringify({ ...stack, command }));
  const { exitCode } = await interrupt(['start'], () =>
    until(() => isMarked('/health'), 'the start of the server'),
  );
  expect(exitCode).toBe(130);
  await expectNothingLeft();
});

test('in the check', async () => {
  house = buildHouse({ hold: true });
  const { exitCode } = await interrupt(['start'], () =>
    until(() => isMarked('/hold'), 'the case that waits'),
  );
  expect(exitCode).toBe(130);
  await expectNothingLeft();
});

test('in the warm-up', async () => {
  house = buildHouse();
  const { exitCode } = await interrupt(['start', '--seconds', '60'], () =>
    until(() => isMarked('/loaded'), 'the first load'),
  );
  expect(exitCode).toBe(130);
  await expectNothingLeft();
});

test.each(/** @type {const} */ (['a terminal', 'another process']))(
  'in a slice, by %s',
  async (who) => {
    house = buildHouse();
    const { exitCode, stderr, stdout } = await interrupt(
      ['start', '--seconds', '60'],
      async () => {
        await until(() => isMarked('/loaded'), 'the first load');
        await sleep(INTO_THE_SLICE_MILLIS);
      },
      { group: who === 'a terminal' },
    );
    expect(exitCode).toBe(130);
    expect(stderr).toContain('interrupted');
    expect(stdout).toBe('');
    await expectNothingLeft();
    expect(fs.existsSync(path.join(house.root, 'report.json'))).toBe(false);
  },
);

test('SIGTERM ends a run likewise, with its own exit code', async () => {
  house = buildHouse();
  const { exitCode } = await interrupt(
    ['measure', '--seconds', '60'],
    () => until(() => isMarked('/loaded'), 'the first load'),
    { signal: 'SIGTERM', group: false },
  );
  expect(exitCode).toBe(143);
  await expectNothingLeft();
});

test('a run whose reader has gone ends, as one that SIGPIPE ends', async () => {
  house = buildHouse();
  const { child, ended } = startLoadline(house, ['start', '--seconds', '1']);
  await until(() => isMarked('/loaded'), 'the first load');
  child.stderr.destroy();
  expect((await ended).exitCode).toBe(141);
  await expectNothingLeft();
});
