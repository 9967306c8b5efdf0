/**
 * The one place that makes sure that nothing outlives the harness: process groups, temporary folders and
 * containers are taken into care when they come to be and released when they are gone. What is still in care
 * when the harness ends is killed and removed: at once on exit and on SIGINT, SIGTERM and SIGHUP, and by a
 * watchdog process where the harness cannot do it itself (SIGKILL, a Jest worker that is shut down, containers).
 */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

/**
 * @typedef {{ socketPath: string } | { host: string, port: number }} EngineAddress where a container engine listens
 * @typedef {{ id: string } & EngineAddress} Container
 * @typedef {{ pid?: number, folder?: string, container?: Container }} Charge a process group's id, a folder, a container
 */

/** @type {Map<string, Charge>} */
const inCare = new Map();

/** @type {import('node:child_process').ChildProcess | null} */
let watchdog = null;
let ids = 0;
let listening = false;

/**
 * Takes a process group and its folder, or a container, into care.
 *
 * @param {Charge} charge
 * @returns {{ update(charge: Charge): void, release(): void }} release when all of it is gone
 */
function takeIntoCare(charge) {
  listenOnce();
  const id = String(++ids);
  const update = (/** @type {Charge} */ next) => {
    inCare.set(id, next);
    tell({ id, ...next });
  };
  update(charge);
  return {
    update,
    release() {
      inCare.delete(id);
      tell({ id, done: true });
      if (inCare.size === 0) dismissWatchdog();
    },
  };
}

/**
 * Kills every process of a group.
 *
 * @param {number} group
 */
function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** @param {object} message */
function tell(message) {
  watchdog ??= startWatchdog();
  watchdog.stdin?.write(`${JSON.stringify(message)}\n`);
}

/** @returns {import('node:child_process').ChildProcess} */
function startWatchdog() {
  const child = spawn(process.execPath, [path.join(__dirname, 'watchdog.js')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  child.unref();
  const pipe = /** @type {import('node:net').Socket} */ (child.stdin);
  pipe.unref();
  // A watchdog that was killed from outside leaves the other safeguards in place.
  pipe.on('error', () => {
    if (watchdog === child) watchdog = null;
  });
  return child;
}

function dismissWatchdog() {
  watchdog?.stdin?.end();
  watchdog = null;
}

function listenOnce() {
  if (listening) return;
  listening = true;
  process.on('exit', cleanUp);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    const onSignal = () => {
      cleanUp();
      // With nobody else to decide what a signal means, it means what it always does.
      if (process.listenerCount(signal) > 1) return;
      process.off(signal, onSignal);
      process.kill(process.pid, signal);
    };
    process.on(signal, onSignal);
  }
}

function cleanUp() {
  for (const { pid } of inCare.values()) if (pid !== undefined) killGroup(pid);
  for (const { folder } of inCare.values()) {
    if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  // Containers are left to the watchdog: whoever is about to end cannot wait for an answer.
  inCare.clear();
}

module.exports = { takeIntoCare, killGroup };
