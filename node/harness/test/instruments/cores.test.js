/** Who runs on which core. */
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const { coresIn, pin, pinned, planCores } = require('../../src/instruments/cores');

test('the driver gets the last core, the servers the rest', () => {
  const plan = planCores({ allowed: [0, 1, 2, 5], taskset: true });
  expect(plan).toMatchObject({ driver: [5], servers: [0, 1, 2], reason: null });
});

test('on one core nothing is pinned, and the plan says why', () => {
  const plan = planCores({ allowed: [0], taskset: true });
  expect(plan).toMatchObject({ driver: null, servers: null });
  expect(plan.reason).toBe('there is one core: driver and server compete for it');
});

test('without taskset nothing is pinned, and the plan says why', () => {
  const plan = planCores({ allowed: [0, 1], taskset: false });
  expect(plan).toMatchObject({ driver: null, servers: null });
  expect(plan.reason).toBe('taskset is not on this machine');
});

test('the list of the kernel is read', () => {
  expect(coresIn('0-2,5,7-8')).toEqual([0, 1, 2, 5, 7, 8]);
});

test('a command without cores stays as it is', () => {
  expect(pinned(null, ['node'])).toEqual(['node']);
  expect(pinned([1, 2], ['node'])).toEqual(['taskset', '-c', '1,2', 'node']);
});

const plan = planCores();
const onTwoCores = plan.driver === null ? describe.skip : describe;

onTwoCores('on two cores (skipped where there is one core, or no taskset)', () => {
  test('all threads of a running process are moved', async () => {
    const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)']);
    await once(child.stdout, 'data');
    await pin([Number(child.pid)], plan.driver);
    const threads = fs.readdirSync(`/proc/${child.pid}/task`);
    const lists = threads.map((thread) => {
      const status = fs.readFileSync(`/proc/${child.pid}/task/${thread}/status`, 'utf8');
      return /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1];
    });
    child.kill('SIGKILL');
    expect(threads.length).toBeGreaterThan(3);
    expect(new Set(lists)).toEqual(new Set([String(plan.driver?.[0])]));
  });
});
