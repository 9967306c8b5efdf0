/** What a person sees of `loadline summary`. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { comparison, gate, report, result, stack } = require('../reports/a-report');

const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');

/** @type {string} */
let folder;

beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** @param {unknown} told what the report says */
function summaryOf(told) {
  fs.writeFileSync(path.join(folder, 'report.json'), JSON.stringify(told));
  const args = [LOADLINE, 'summary', 'report.json'];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

test('a report with measured stacks is printed as Markdown', () => {
  const measured = stack('node/a', { workloads: { hash: result() } });
  const told = report({ stacks: [measured], gate: gate([comparison('node/a')]) });
  const { status, stdout, stderr } = summaryOf(told);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^## Loadline: passed\n/);
});

test('what is no report is refused with every problem, and exit code 2', () => {
  const { status, stdout, stderr } = summaryOf({ ...report(), seconds: 'long', passed: 1 });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('report.json /seconds\n  expected  number');
  expect(stderr).toContain('report.json /passed\n  expected  boolean');
});
