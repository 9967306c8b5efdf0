/**
 * A tiny program that outlives the harness by a moment: when the harness is gone, however it went, it
 * kills the process groups and removes the folders and containers that were still in its care. It reads JSON
 * lines from standard input: {"id","pid","folder","container"} takes into care, {"id","done":true} releases.
 */
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const readline = require('node:readline');

const ENGINE_TIMEOUT_MILLIS = 30_000;

/** @type {Map<string, import('./cleanup').Charge>} */
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
  .on('close', async () => {
    for (const { pid } of inCare.values()) if (pid !== undefined) killGroup(pid);
    for (const { folder } of inCare.values()) {
      if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    await Promise.all([...inCare.values()].map(({ container }) => container && remove(container)));
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

/**
 * By the engine's own interface, since its command need not be installed.
 *
 * @param {import('./cleanup').Container} container
 * @returns {Promise<void>} also when there is nobody to remove it
 */
function remove({ id, ...engine }) {
  return new Promise((resolve) => {
    const request = http.request({
      ...engine,
      method: 'DELETE',
      path: `/containers/${id}?force=true&v=true`,
      timeout: ENGINE_TIMEOUT_MILLIS,
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve());
    request.once('response', (response) => response.resume().once('close', () => resolve()));
    request.end();
  });
}
