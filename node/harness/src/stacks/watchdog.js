/**
 * A tiny program that outlives the harness by a moment: when the harness is gone, however it went, it
 * kills the process groups and removes the folders that were still in its care. It reads JSON lines from
 * standard input: {"id","pid","folder"} takes into care, {"id","done":true} releases.
 */
'use strict';

const fs = require('node:fs');
const readline = require('node:readline');

/** @type {Map<string, { pid?: number, folder?: string }>} */
const inCare = new Map();

// Ctrl-C reaches the whole foreground group; the end of standard input is the only sign that counts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

readline
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, done, ...charge } = JSON.parse(line);
    if (done) inCare.delete(id);
    else inCare.set(id, charge);
  })
  .on('close', () => {
    for (const { pid } of inCare.values()) if (pid !== undefined) killGroup(pid);
    for (const { folder } of inCare.values()) {
      if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    process.exit(0);
  });

/** @param {number} pid */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
