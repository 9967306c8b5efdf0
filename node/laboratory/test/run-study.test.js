'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { readRecords } = require('../src/records');
const { runStudy } = require('../src/run-study');
const { table } = require('../src/table');
const { buildSmallHouse, FAKE_COMPARE, git, smallSettings } = require('./small-house');

jest.setTimeout(60_000);

/** @type {ReturnType<typeof buildSmallHouse>} */
let house;
/** @type {string} */
let recordsFile;
/** @type {string} */
let log;
beforeEach(() => {
  house = buildSmallHouse();
  recordsFile = path.join(house.folder, 'runs.ndjson');
  log = path.join(house.folder, 'log');
  fs.writeFileSync(log, '');
  process.env.FAKE_LOG = log;
});
afterEach(() => {
  delete process.env.FAKE_LOG;
  delete process.env.FAKE_DOES;
  house.remove();
});

/** @param {Partial<Parameters<typeof runStudy>[1]>} [options] */
function run(options) {
  const copyFolder = path.join(house.folder, 'copy');
  const study = { settings: smallSettings(), recordsFile, root: house.root, copyFolder };
  return runStudy(study, {
    command: [process.execPath, FAKE_COMPARE],
    say: () => {},
    ...options,
  });
}

function calls() {
  return fs.readFileSync(log, 'utf8').split('\n').filter(Boolean);
}

test('all runs of all conditions are recorded, and their table is made', async () => {
  expect(await run()).toBe(0);
  const { head, runs } = readRecords(recordsFile);
  expect(runs.map(({ condition, number }) => `${condition} ${number}`).sort()).toEqual([
    'harmed 1',
    'harmed 2',
    'unchanged 1',
    'unchanged 2',
  ]);
  expect(head?.revision).toBe(git(house.root, 'rev-parse', 'HEAD'));
  const text = table({ head, runs });
  expect(text).toContain('| harmed | caught | 2 of 2 (15.8 to 100 %) | 0 |');
  expect(text).toContain('| unchanged | false alarms | 0 of 2 (0 to 84.2 %) | 0 |');
  expect(text).toContain('hello.throughput 0.800');
  expect(text).toMatch(/^- on \d+ processors \(.*\), Node v.*: 4 runs$/m);
  expect(calls()[0]).toMatch(
    /compare --base [0-9a-f]{40} --head [0-9a-f]{40} --all --stack node\/small --workload hello --minutes 1 --seed \d+ --report /,
  );
});

test('what is recorded is not repeated, and is of the revision that the study began with', async () => {
  expect(await run({ runsMax: 3 })).toBe(1);
  const began = git(house.root, 'rev-parse', 'HEAD');
  fs.writeFileSync(path.join(house.root, 'later.txt'), 'later');
  const later = house.commit();
  fs.rmSync(path.join(house.folder, 'copy'), { recursive: true });
  expect(await run()).toBe(0);
  expect(calls()).toHaveLength(4);
  expect(await run()).toBe(0);
  expect(calls()).toHaveLength(4);
  const { head, runs } = readRecords(recordsFile);
  expect(head?.revision).toBe(began);
  expect(runs.at(-1)?.engine).toBe(later);
});

test('runs of two machines are told apart', async () => {
  await run();
  const { head, runs } = readRecords(recordsFile);
  runs[0].machine = { processor: 'Other', processors: 4, node: 'v22.1.0' };
  const text = table({ head, runs });
  expect(text).toMatch(/^- on 4 processors \(Other\), Node v22[.]1[.]0: 1 run$/m);
  expect(text).toMatch(/^- on .*: 3 runs$/m);
});

test('a comparison that could not measure stops the study, with its message, and is not recorded', async () => {
  process.env.FAKE_DOES = 'refuse';
  await expect(run()).rejects.toThrow(
    /did not measure \(exit code 2\), and is not recorded\nno such revision/,
  );
  expect(readRecords(recordsFile).runs).toEqual([]);
});

test('no comparison is begun after the time is over', async () => {
  expect(await run({ minutesMax: 1e-9 })).toBe(4);
  expect(calls()).toEqual([]);
});

test('interrupted, it leaves no process, no folder and no half of a record', async () => {
  await run({ runsMax: 1 });
  const child = spawn(
    process.execPath,
    [path.join(__dirname, 'run-study-here.js'), house.folder, house.root],
    { stdio: 'ignore', env: { ...process.env, FAKE_DOES: 'hang', TMPDIR: house.folder } },
  );
  const exit = once(child, 'exit');
  while (calls().length < 2) await sleep(20);
  const hanging = Number(calls()[1].split(' ')[0]);
  child.kill('SIGINT');
  expect((await exit)[0]).toBe(130);
  while (fs.existsSync(`/proc/${hanging}`)) await sleep(20);
  expect(() => process.kill(hanging, 0)).toThrow('ESRCH');
  expect(fs.readdirSync(house.folder).filter((name) => name.startsWith('loadline-'))).toEqual([]);
  expect(await run()).toBe(0);
  expect(readRecords(recordsFile).runs).toHaveLength(4);
});
