/** What the watchdog does when the harness is gone. */
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const WATCHDOG = path.resolve(__dirname, '../../src/stacks/watchdog.js');

test('one folder that cannot be removed keeps no other from being removed', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watched-'));
  const watchdog = spawn(process.execPath, [WATCHDOG], { stdio: ['pipe', 'inherit', 'inherit'] });
  // No file system has such a name.
  for (const [id, each] of ['\0', folder].entries()) {
    watchdog.stdin.write(`${JSON.stringify({ id: String(id), folder: each })}\n`);
  }
  watchdog.stdin.end();
  expect(await once(watchdog, 'exit')).toEqual([0, null]);
  expect(fs.existsSync(folder)).toBe(false);
});
