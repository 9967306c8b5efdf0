/**
 * Starts services for code that cannot wait, as a test file cannot while it names its tests: a program of its
 * own starts them and keeps them, and this one stands still until it knows which there are.
 */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { CaredProcess, temporaryFolder } = require('../stacks/cared-process');
const { pidsOfGroup } = require('../stacks/processes');
const { Services } = require('./services');

/**
 * @typedef {import('./services').Service} Service
 * @typedef {import('./services').ServiceName} ServiceName
 * @typedef {import('../input/invalid-input').Problem} Problem
 * @typedef {{ services?: Service[], problems?: Problem[], error?: string }} Answer of the keeper
 */

const KEEPER = path.join(__dirname, 'keeper.js');
const ANSWER = 'answer.json';
const LOOK_EVERY_MILLIS = 50;
/** The keeper ends its services in turn. */
const END_WITHIN_MILLIS = 20_000;

/**
 * @param {ServiceName[]} names
 * @param {{ root: string }} options the house
 * @returns {Services}
 * @throws {InvalidInput} as `startServices` does
 */
function startServicesNow(names, { root }) {
  if (names.length === 0) return new Services([], async () => {});
  const folder = temporaryFolder();
  const command = [process.execPath, KEEPER, JSON.stringify({ names, root, folder })];
  const keeper = new CaredProcess(command, { folder, env: process.env });
  keeper.unref();
  const { services, problems, error } = awaitAnswer(keeper, folder);
  if (services) return new Services(services, () => keeper.end({ graceMillis: END_WITHIN_MILLIS }));
  // It is killed now; that it is gone is waited for by nobody.
  keeper.end();
  throw problems
    ? new InvalidInput(problems)
    : new Error(`the services could not be started: ${error}`);
}

/**
 * @param {CaredProcess} keeper
 * @param {string} folder
 * @returns {Answer}
 */
function awaitAnswer(keeper, folder) {
  const file = path.join(folder, ANSWER);
  while (!fs.existsSync(file)) {
    // Nothing is heard of a process's end by whoever stands still.
    if (pidsOfGroup(keeper.pid).length === 0) return { error: 'their keeper ended' };
    standStill(LOOK_EVERY_MILLIS);
  }
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** @param {number} millis */
function standStill(millis) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
}

module.exports = { startServicesNow, ANSWER };
