/** A core that is kept awake is still the server's. */
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { AwakeCores } = require('../../src/instruments/awake-cores');
const { planCores } = require('../../src/instruments/cores');
const { pidsOfGroup } = require('../../src/stacks/processes');

const MODULE = path.resolve(__dirname, '../../src/instruments/awake-cores.js');
const SCHED_IDLE = 5;
/** proc_pid_stat(5), after the name, which may have spaces: the fields before it are two. */
const POLICY_FIELD = 41 - 3;
/** Of what a busy program beside it has. */
const SHARE_MAX = 0.1;
const BESIDE_MILLIS = 1_000;
const STARTED_WITHIN_MILLIS = 30_000;

jest.setTimeout(60_000);

const { servers } = planCores();
const cores = servers ?? [];
const isVirtual = /^flags.* hypervisor/m.test(read('/proc/cpuinfo'));
const onVirtualCores = servers !== null && isVirtual ? describe : describe.skip;

/** @type {AwakeCores | null} */
let awake = null;
afterEach(async () => await awake?.end());

/**
 * @param {string} file
 * @returns {string} empty where there is none
 */
function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/**
 * @param {number | undefined} group
 * @param {number} count
 * @returns {Promise<number[]>} the ids of its programs that turn, once there are so many
 */
async function turning(group, count) {
  const deadline = Date.now() + STARTED_WITHIN_MILLIS;
  for (;;) {
    const pids = pidsOfGroup(Number(group)).filter(
      (pid) => read(`/proc/${pid}/comm`).trim() === 'dd',
    );
    if (pids.length === count) return pids;
    if (Date.now() > deadline) throw new Error(`${pids.length} turn, expected ${count}`);
    await sleep(10);
  }
}

/** @param {number} pid */
function policyOf(pid) {
  return Number(read(`/proc/${pid}/stat`).split(') ')[1].split(' ')[POLICY_FIELD]);
}

/** @param {number} pid */
function cpuNanos(pid) {
  return Number(read(`/proc/${pid}/schedstat`).split(' ')[0]);
}

onVirtualCores('(skipped where there is one core, no taskset, or no hypervisor)', () => {
  test('on each core a program of the lowest priority turns, until it ends', async () => {
    awake = new AwakeCores(cores);
    const pids = await turning(awake.pid, cores.length);
    expect(pids.map(policyOf)).toEqual(pids.map(() => SCHED_IDLE));
    const allowed = pids.map(
      (pid) => /^Cpus_allowed_list:\s*(\S+)/m.exec(read(`/proc/${pid}/status`))?.[1],
    );
    expect(allowed.sort()).toEqual(cores.map(String).sort());
    await awake.end();
    expect(pidsOfGroup(Number(awake.pid))).toEqual([]);
  });

  test('a busy server in a session of its own has the core all the same', async () => {
    awake = new AwakeCores(cores.slice(0, 1));
    const [pid] = await turning(awake.pid, 1);
    const loop = ['-c', String(cores[0]), process.execPath, '-e', 'for (;;);'];
    const busy = spawn('taskset', loop, { detached: true });
    try {
      const before = [pid, Number(busy.pid)].map(cpuNanos);
      await sleep(BESIDE_MILLIS);
      const [own, its] = [pid, Number(busy.pid)].map((each, at) => cpuNanos(each) - before[at]);
      expect(own).toBeLessThan(its * SHARE_MAX);
    } finally {
      busy.kill('SIGKILL');
    }
  });

  test('nothing turns when the harness was killed', async () => {
    const script = `const { AwakeCores } = require(${JSON.stringify(MODULE)});
      console.log(new AwakeCores([${cores[0]}]).pid); setInterval(() => {}, 1000);`;
    const harness = spawn(process.execPath, ['-e', script]);
    const [told] = await once(harness.stdout, 'data');
    await turning(Number(told), 1);
    harness.kill('SIGKILL');
    expect(await turning(Number(told), 0)).toEqual([]);
  });
});

test('where nobody is kept to cores nothing turns', async () => {
  awake = new AwakeCores([]);
  expect(awake.pid).toBeUndefined();
  await awake.end();
});
