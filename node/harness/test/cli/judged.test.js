/** What a person sees of a run that is judged: verdicts, culprits, exit codes, raw blocks. Runs alone: it measures. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { default: Ajv2020 } = require('ajv/dist/2020');
const { readRecords } = require('../../src/measure/records');
const { buildJudgedHouse, writeThresholds } = require('./judged-house');
const { pidsOf, processesOf, runLoadline, startLoadline, until } = require('./run-loadline');

jest.setTimeout(180_000);

const SCHEMAS = path.resolve(__dirname, '../../../../contracts/schema');
const STOPPED_MILLIS = 2_000;
const MEASURE = ['measure', '--seconds', '0.15', '--max-minutes', '1.5'];

/** @type {import('./house').House} */
let house;

afterEach(() => house.remove());

/** @param {string} name */
function inHouse(name) {
  return path.join(house.root, name);
}

/** @returns {any} */
function report() {
  return JSON.parse(fs.readFileSync(inHouse('report.json'), 'utf8'));
}

/** @param {any} comparison as the raw blocks tell it, which do not know why there was no p99 */
function recorded({ notMeasured, ...comparison }) {
  const why = expect.stringContaining('the run has no slices of it');
  return { ...comparison, notMeasured: notMeasured.map(() => why) };
}

/** @returns {Record<string, string>} by stack */
function verdicts() {
  return Object.fromEntries(
    report().gate.comparisons.map((/** @type {any} */ { subject, verdict }) => [subject, verdict]),
  );
}

/** @param {any} value */
function schemaErrors(value) {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const read = (/** @type {string} */ name) =>
    JSON.parse(fs.readFileSync(path.join(SCHEMAS, name), 'utf8'));
  ajv.addSchema(read('sample.schema.json'), 'sample.schema.json');
  const validate = ajv.compile(read('report.schema.json'));
  validate(value);
  return validate.errors ?? [];
}

test('unchanged servers do not fail, and the run can be judged again, by other limits too', async () => {
  house = buildJudgedHouse({});
  const { exitCode, stdout, stderr } = await runLoadline(house, ...MEASURE);
  expect(stdout).toMatch(/^throughput, of the yardstick +hello\nnode\/first +[\d.]+\??$/m);
  expect(stdout).toMatch(/^passed: 4 limits judged, \d passed/m);
  expect(stdout).toMatch(/order of the blocks by seed \d+/);
  expect(stderr).toMatch(/measure node: .*, in [\d.]+ s/);
  expect({ exitCode, passed: report().passed }).toEqual({ exitCode: 0, passed: true });
  expect(Object.values(verdicts())).not.toContain('fail');
  expect(schemaErrors(report())).toEqual([]);
  expect(readRecords(inHouse('blocks.ndjson')).all.length).toBeGreaterThan(12);
  expect(processesOf(house)).toEqual([]);
  expect(fs.readdirSync(house.temporary)).toEqual([]);

  const again = await runLoadline(house, 'judge', 'blocks.ndjson');
  expect(JSON.parse(again.stdout).comparisons).toEqual(report().gate.comparisons.map(recorded));
  const thresholds = JSON.parse(fs.readFileSync(inHouse('thresholds.json'), 'utf8'));
  thresholds.stacks['node/first'].hello = { throughputOfYardstickMin: 3 };
  writeThresholds(house, thresholds);
  const stricter = await runLoadline(house, 'judge', 'blocks.ndjson');
  expect(JSON.parse(stricter.stdout).comparisons[0].metrics[0].failEvidence).toBeGreaterThan(1);
});

test('a server that burns half as much CPU time again is named, and no other', async () => {
  house = buildJudgedHouse({ BURN_MICROS: '70' });
  const { exitCode, stdout } = await runLoadline(house, ...MEASURE);
  expect(stdout).toMatch(
    /^node\/first hello: throughput below its limit\n {2}required {2}>= 0\.800 of the yardstick {3}\(thresholds\.json \/stacks\/node~1first\/hello\/throughputOfYardstickMin\)\n {2}measured {5}0\.\d{3} {3}\(0\.\d{3} to 0\.\d{3}, \d+ blocks\)$/m,
  );
  expect(stdout).toMatch(/^FAILED: 4 limits judged, .*1 failed/m);
  expect(exitCode).toBe(1);
  expect(report().gate.culprits).toContain('node/first hello.throughput');
  expect(
    report().gate.culprits.filter((/** @type {string} */ name) => /second/.test(name)),
  ).toEqual([]);
  expect(verdicts()).toMatchObject({ 'node/first': 'fail' });
  expect(verdicts()['node/second']).not.toBe('fail');
});

test('a server of which only the first process was slow does not fail, and it is told', async () => {
  house = buildJudgedHouse({ FIRST_BURN_MICROS: '70' });
  const { exitCode, stdout } = await runLoadline(house, ...MEASURE);
  expect(stdout).toMatch(
    /^asked again: node\/first hello\.throughput was 0\.\d{3}, of fresh processes \d\.\d{3}$/m,
  );
  expect(Object.values(verdicts())).not.toContain('fail');
  expect([0, 3]).toContain(exitCode);
  expect(readRecords(inHouse('blocks.ndjson')).all.map((each) => each.process)).toContain(2);
  const again = await runLoadline(house, 'judge', 'blocks.ndjson');
  expect(JSON.parse(again.stdout).comparisons).toEqual(report().gate.comparisons.map(recorded));
  expect(processesOf(house)).toEqual([]);
});

test('one wrong answer in 10,000 fails, whatever the speed', async () => {
  house = buildJudgedHouse({ WRONG_EVERY: '10000' });
  const { exitCode, stdout } = await runLoadline(house, ...MEASURE, '--seconds', '0.6');
  expect(stdout).toContain('node/first hello: wrong under load\n  required  every answer right');
  expect(stdout).toContain('(body): GET /loaded: ');
  expect(exitCode).toBe(1);
  expect(verdicts()['node/second']).not.toBe('fail');
});

test('servers and driver that stand still for two seconds are no reason to fail', async () => {
  house = buildJudgedHouse({});
  const run = startLoadline(house, MEASURE);
  const file = inHouse('blocks.ndjson');
  const lines = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').length : 0);
  await until(() => lines() > 4, 'the second block', 60_000);
  const pids = [...pidsOf(house, 'driver.js'), ...pidsOf(house, 'server.js')];
  expect(pids.length).toBeGreaterThan(3);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await sleep(STOPPED_MILLIS);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  const { exitCode } = await run.ended;
  expect([0, 3]).toContain(exitCode);
  expect(Object.values(verdicts())).not.toContain('fail');
});

test('calibrate writes limits that what was measured keeps', async () => {
  house = buildJudgedHouse({}, { stacks: { 'node/second': { hello: { p99MillisMax: 900 } } } });
  const only = [
    '--full',
    '--rounds',
    '1',
    '--blocks',
    '4',
    '--seconds',
    '0.15',
    '--stack',
    'node/first',
  ];
  const { exitCode, stdout } = await runLoadline(house, 'calibrate', ...only, '--slack', '0.3');
  expect(stdout).toContain('thresholds.json: 1 entries written, slack 0.3');
  expect(exitCode).toBe(0);
  const { stacks, gate } = JSON.parse(fs.readFileSync(inHouse('thresholds.json'), 'utf8'));
  expect(gate.maxBlocks).toBe(100);
  expect(stacks['node/second']).toEqual({ hello: { p99MillisMax: 900 } });
  const { throughputOfYardstickMin, p99OfYardstickMax } = stacks['node/first'].hello;
  expect(throughputOfYardstickMin).toBeGreaterThan(0.35);
  expect(throughputOfYardstickMin).toBeLessThan(1.4);
  expect(p99OfYardstickMax).toBeGreaterThan(0.5);
});

test('calibrate --merge takes the worst ratio of several reports, and measures nothing', async () => {
  house = buildJudgedHouse({});
  const report = {
    command: 'measure',
    schemaVersion: '2.1',
  };
  fs.writeFileSync(inHouse('broken.json'), JSON.stringify(report));
  const refused = await runLoadline(house, 'calibrate', '--merge', 'broken.json', 'none.json');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('broken.json');
  expect(refused.stderr).toContain('none.json');
  const only = ['--stack', 'node/first', '--seconds', '0.1', '--max-minutes', '1'];
  for (const file of ['one.json', 'other.json']) {
    await runLoadline(house, 'measure', ...only, '--report', file);
  }
  const [one, other] = ['one.json', 'other.json'].map((file) => {
    const { gate } = JSON.parse(fs.readFileSync(inHouse(file), 'utf8'));
    return gate.comparisons[0].metrics[0].measured;
  });
  const files = ['one.json', 'other.json'];
  const { exitCode, stderr } = await runLoadline(
    house,
    'calibrate',
    '--merge',
    ...files,
    '--slack',
    '0.5',
  );
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  const { stacks } = JSON.parse(fs.readFileSync(inHouse('thresholds.json'), 'utf8'));
  expect(stacks['node/first'].hello.throughputOfYardstickMin).toBeCloseTo(
    Math.min(one, other) / 2,
    2,
  );
});

test('a thresholds.json that is wrong is refused before anything is started', async () => {
  house = buildJudgedHouse(
    {},
    { stacks: { 'node/frist': { hello: { p99MillisMax: -1 } } }, more: 1 },
  );
  const { exitCode, stderr, stdout } = await runLoadline(house, 'start');
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(
    'thresholds.json /stacks/node~1frist\n  expected  a stack that is listed',
  );
  expect(stderr).toContain(
    '/stacks/node~1frist/hello/p99MillisMax\n  expected  > 0\n  actual    -1',
  );
  expect(stderr).toContain('thresholds.json /more\n  expected  no such key');
  expect(stderr).not.toContain('check [');
});
