/**
 * A tiny program that outlives the harness by a moment: when the harness is gone, however it went, it
 * kills the process groups and removes the folders and containers that were still in its care. It reads JSON
 * lines from standard input: {"id","pid","folder","container"} takes into care, {"id","done":true} releases.
 */
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const readline = require('node:readline');
const { setTimeout: sleep } = require('node:timers/promises');

const ENGINE_TIMEOUT_MILLIS = 30_000;
const GONE_WITHIN_MILLIS = 2_000;

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
    const charges = [...inCare.values()];
    const groups = charges.flatMap(({ pid }) => pid ?? []);
    groups.forEach(killGroup);
    await untilGone(groups);
    await Promise.all(charges.map(({ folder }) => folder && removeFolder(folder)));
    await Promise.all(charges.map(({ container }) => container && remove(container)));
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
 * Who was killed may still be within a call that writes into a folder of ours.
 *
 * @param {number[]} groups
 */
async function untilGone(groups) {
  const deadline = Date.now() + GONE_WITHIN_MILLIS;
  while (groups.some(isThere) && Date.now() < deadline) await sleep(10);
}

/** @param {number} pid */
function isThere(pid) {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} folder
 * @returns {Promise<void>} also when it cannot be removed: the others are to go all the same
 */
async function removeFolder(folder) {
  const patiently = { maxRetries: 10, retryDelay: 50 };
  await fs.promises.rm(folder, { recursive: true, force: true, ...patiently }).catch(() => {});
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
