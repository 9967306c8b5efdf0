/** CPU time and memory of processes, against work whose cost is known. */
'use strict';

const { spawn } = require('node:child_process');
const {
  cpuBetween,
  peakResidentBytes,
  readCpu,
  resetPeaks,
  whyNoResources,
} = require('../../src/instruments/resources');

// On a busy machine a process takes seconds to start.
jest.setTimeout(60_000);

const whyNot = whyNoResources();
const onLinux = whyNot === null ? describe : describe.skip;

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;

afterEach(() => child?.kill('SIGKILL'));

/**
 * Answers each line on standard input with one on standard output.
 *
 * @param {string} work what it does for a line
 * @returns {(line?: string) => Promise<string>}
 */
function worker(work) {
  const started = spawn(process.execPath, ['-e', `process.stdin.on('data', () => { ${work} })`]);
  child = started;
  return () =>
    new Promise((resolve) => {
      started.stdout.once('data', (data) => resolve(String(data)));
      started.stdin.write('go\n');
    });
}

onLinux(whyNot === null ? 'a process' : `a process is not looked at: ${whyNot}`, () => {
  test('that computes for a while has used about that much CPU time', async () => {
    const work = worker(
      'const from = process.cpuUsage(); let used = 0;' +
        'while (used < 200_000) { const { user, system } = process.cpuUsage(from); used = user + system; }' +
        'console.log(used)',
    );
    const pids = [Number(child?.pid)];
    const before = readCpu(pids);
    const used = Number(await work()) * 1000;
    const seen = cpuBetween(before, readCpu(pids));
    expect(seen).toBeGreaterThan(0.95 * used);
    // What the start of the process costs comes on top.
    expect(seen).toBeLessThan(used + 250_000_000);
  });

  test('whose threads have ended still counts their CPU time', async () => {
    const work = worker(
      "const { Worker } = require('node:worker_threads');" +
        "const code = 'const from = process.cpuUsage(); while (process.cpuUsage(from).user < 200_000);';" +
        "new Worker(code, { eval: true }).on('exit', () => console.log('done'))",
    );
    const pids = [Number(child?.pid)];
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = readCpu(pids);
    await work();
    expect(cpuBetween(before, readCpu(pids))).toBeGreaterThan(150_000_000);
  });

  test('that held much memory for a moment has a peak, until it is reset', async () => {
    const work = worker("Buffer.alloc(200_000_000, 1); console.log('done')");
    const pids = [Number(child?.pid)];
    await work();
    expect(peakResidentBytes(pids)).toBeGreaterThan(200_000_000);
  });

  test('that is gone has used nothing and holds nothing', () => {
    const gone = [2 ** 22 + 1];
    expect(cpuBetween(readCpu(gone), readCpu(gone))).toBe(0);
    expect(peakResidentBytes(gone)).toBe(0);
    expect(resetPeaks(gone)).toBe(false);
  });
});
