'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { sessionsShareCores } = require('../../src/instruments/sessions');

/** @type {string} */
let root;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-sessions-'));
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** @param {Record<string, string>} files */
function write(files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

const ON = { 'proc/sys/kernel/sched_autogroup_enabled': '1\n' };

test.each([
  ['it is on, and there is no control group', true, ON],
  ['it is off', false, { 'proc/sys/kernel/sched_autogroup_enabled': '0\n' }],
  ['it is another system', false, {}],
  ['groups share out memory alone', true, { ...ON, 'proc/self/cgroup': '4:memory:/a\n1:cpu:/\n' }],
  ['a group shares out the CPU', false, { ...ON, 'proc/self/cgroup': '3:cpu,cpuacct:/a\n' }],
  ['groups of version 2 have no shares', true, { ...ON, 'proc/self/cgroup': '0::/a/b\n' }],
  [
    'one of version 2 has a share',
    false,
    { ...ON, 'proc/self/cgroup': '0::/a/b\n', 'sys/fs/cgroup/a/cpu.weight': '100\n' },
  ],
  [
    'it is a container, whose group looks like the uppermost',
    false,
    { ...ON, 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/cpu.weight': '100\n' },
  ],
])('%s: %s', (_what, isShared, files) => {
  write(files);
  expect(sessionsShareCores(root)).toBe(isShared);
});
