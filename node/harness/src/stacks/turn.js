/** Lets one process after the other do what two of them must not do, or need not do twice, at the same time. */
'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { takeIntoCare } = require('./cleanup');

const LOOK_EVERY_MILLIS = 200;
/** No build takes so long: whoever had begun it is gone without having tidied up. */
const TURN_MILLIS_MAX = 15 * 60_000;

/**
 * @param {string} what the same text for all that wait for each other
 * @returns {Promise<() => void>} to be called at the end of the turn
 */
async function waitForTurn(what) {
  const name = createHash('sha256').update(what).digest('hex').slice(0, 16);
  const folder = path.join(os.tmpdir(), `loadline-build-${name}`);
  while (!isMade(folder)) {
    await sleep(LOOK_EVERY_MILLIS);
    const age = Date.now() - (changedAt(folder) ?? Date.now());
    if (age > TURN_MILLIS_MAX) fs.rmSync(folder, { recursive: true, force: true });
  }
  const care = takeIntoCare({ folder });
  return () => {
    fs.rmSync(folder, { recursive: true, force: true });
    care.release();
  };
}

/**
 * @param {string} folder
 * @returns {boolean} whether it was made now; false when it is there already
 */
function isMade(folder) {
  try {
    fs.mkdirSync(folder);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} file
 * @returns {number | null} milliseconds since 1970; null when it is not there
 */
function changedAt(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

module.exports = { waitForTurn, changedAt };
