/** What goes into the page, and what no page is made of. */
'use strict';

const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { pageSeries } = require('../../src/reports/page-series');
const { cell, writeRun } = require('./a-run');

const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');

/** @type {(() => void)[]} */
const after = [];

afterEach(() => after.splice(0).forEach((end) => end()));

/** @param {Parameters<typeof writeRun>} what */
function aRun(...what) {
  const run = writeRun(...what);
  after.push(run.remove);
  return run;
}

/**
 * @param {string} file
 * @param {(report: any) => void} [spoil]
 */
function loadlineReport(file, spoil) {
  if (spoil) {
    const report = JSON.parse(fs.readFileSync(file, 'utf8'));
    spoil(report);
    fs.writeFileSync(file, JSON.stringify(report));
  }
  const { status, stderr, stdout } = spawnSync(process.execPath, [LOADLINE, 'report', file], {
    encoding: 'utf8',
  });
  return { status, stderr, stdout };
}

test('the page lies beside its report, is told, and holds the figures as they were written', () => {
  const { file } = aRun([cell('node/a', 'hash')]);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('0.7123', '0.71230'));
  const { status, stdout } = loadlineReport(file);
  const page = file.replace(/json$/, 'html');
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${page}\n` });
  expect(fs.readFileSync(page, 'utf8')).toContain('"measured":0.71230,');
});

test('--open hands the page to what opens files here', () => {
  const name = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const { file, folder } = aRun([]);
  const opener = path.join(folder, name);
  fs.writeFileSync(opener, '#!/bin/sh\nprintf %s "$1" > "$0.told"\n', { mode: 0o755 });
  const open = (/** @type {string} */ PATH) =>
    spawnSync(process.execPath, [LOADLINE, 'report', file, '--open'], {
      encoding: 'utf8',
      env: { ...process.env, PATH },
    });
  expect(open(folder).status).toBe(0);
  waitFor(`${opener}.told`);
  expect(fs.readFileSync(`${opener}.told`, 'utf8')).toBe(file.replace(/json$/, 'html'));
  const { status, stderr } = open(path.join(folder, 'nothing'));
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: `loadline: there is no ${name} to open it: open it in a browser\n`,
  });
});

test('no text of a report ends the data that it stands in', () => {
  const { file } = aRun([], { report: { notes: ['</script><!-- "\\" {{code}} $& '] } });
  loadlineReport(file);
  const page = fs.readFileSync(file.replace(/json$/, 'html'), 'utf8');
  const [, data] = /** @type {RegExpExecArray} */ (
    /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(page)
  );
  expect(JSON.parse(data).own.report.notes).toEqual(['</script><!-- "\\" {{code}} $& ']);
});

test('the modules of the page are one script, in which no name stands twice', () => {
  const { file, folder } = aRun([]);
  loadlineReport(file);
  const page = fs.readFileSync(file.replace(/json$/, 'html'), 'utf8');
  const [, code] = /** @type {RegExpExecArray} */ (
    /<script type="module">([^]*)<\/script>/.exec(page)
  );
  const script = path.join(folder, 'code.mjs');
  fs.writeFileSync(script, code);
  execFileSync(process.execPath, ['--check', script]);
  expect(code).not.toMatch(/^(import|export) /m);
});

describe('the blocks of a report', () => {
  test('are figures of both arms, and why one does not count', () => {
    const { file } = aRun([cell('node/a', 'hash')]);
    const { comparisons, reasons, missing } = pageSeries(read(file), file);
    const { throughput, p99 } = /** @type {any} */ (comparisons[0]);
    expect({ reasons, missing }).toEqual({ reasons: ['late sends'], missing: null });
    expect(throughput.blocks[0]).toEqual([1, 1, 3_800_000, 5_200_000, null, null]);
    expect(p99.blocks[3]).toEqual([1, 4, 3_420, 1_320, 0, null]);
    expect(throughput.subject[0]).toBeLessThan(throughput.subject.at(-1));
  });

  test.each([
    ['are not there', (/** @type {string} */ file) => fs.rmSync(file), 'is not beside the report'],
    ['are no JSON', (/** @type {string} */ file) => fs.appendFileSync(file, '{'), 'cannot be read'],
    ['are of another run', anotherDay, 'is of another run'],
  ])('%s: the page says so', (_, spoil, missing) => {
    const { file, folder } = aRun([cell('node/a', 'hash')]);
    spoil(path.join(folder, 'blocks.ndjson'));
    const series = pageSeries(read(file), file);
    expect(series.missing).toContain(`blocks.ndjson ${missing}`);
    expect(series.comparisons).toEqual([{}]);
  });
});

describe('no page is made', () => {
  test.each([
    ['of JSON of another kind', { a: 1 }, '(whole file)', 'a report that loadline has written'],
    ['of null', null, '(whole file)', 'a report that loadline has written'],
  ])('%s', (_, value, place, expected) => {
    const { file } = aRun([]);
    fs.writeFileSync(file, JSON.stringify(value));
    const { status, stderr } = loadlineReport(file);
    expect(status).toBe(2);
    expect(stderr).toContain(`loadline: ${file} ${place}\n  expected  ${expected}`);
  });

  test('of a file that is not there', () => {
    const { status, stderr } = loadlineReport('/nowhere/report.json');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('/nowhere/report.json (whole file)\n  expected  a readable'),
    });
  });

  test('of a report with missing parts, each of which is named', () => {
    const { file } = aRun([cell('node/a', 'hash')]);
    const { status, stderr } = loadlineReport(file, (report) => {
      delete report.machine;
      delete report.gate.comparisons[0].metrics[1].limit;
    });
    expect(status).toBe(2);
    expect(stderr).toContain(`${file} /machine\n  expected  a value\n  actual    nothing`);
    expect(stderr).toContain(`${file} /gate/comparisons/0/metrics/1/limit\n`);
  });

  test('of a version that is not known yet, and nothing else is said of it', () => {
    const { file } = aRun([]);
    const { status, stderr } = loadlineReport(file, (report) => {
      report.schemaVersion = '7.0';
      delete report.machine;
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `loadline: ${file} /schemaVersion\n  expected  one of "2.0", "2.1"\n  actual    "7.0"\n`,
    });
  });
});

/** @param {string} file that a process of its own writes */
function waitFor(file) {
  const deadline = Date.now() + 20_000;
  while (!(fs.existsSync(file) && fs.statSync(file).size > 0)) {
    if (Date.now() > deadline) throw new Error(`${file} did not come`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

/** @param {string} file */
function read(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** @param {string} file blocks */
function anotherDay(file) {
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('2026-11-20T', '2026-11-21T'));
}
