/**
 * Jest's global set-up: backing services that all test files of a whole run share, since each set takes seconds to
 * start. A run of chosen files starts what those need by itself.
 */
'use strict';

const path = require('node:path');
const { loadContracts } = require('loadline');
const { InvalidInput } = require('loadline/src/input/invalid-input');
const { startServicesNow } = require('loadline/src/services');

const rootFolder = path.resolve(__dirname, '../..');

const BAD_INPUT = 2;

/** @type {import('loadline/src/services').Services | null} */
let services = null;

/** @param {import('@jest/types').Config.GlobalConfig} config */
function startServices({ testPathPatterns, testNamePattern }) {
  if (testPathPatterns.patterns.length > 0 || testNamePattern) return;
  const contracts = loadContracts(path.join(rootFolder, 'contracts'));
  const names = contracts.flatMap(({ service }) => service ?? []);
  services = startOrEnd([...new Set(names)]);
  const all = services.all();
  process.stderr.write(
    `services of all tests: ${all.map(({ description }) => description).join(', ')}\n`,
  );
  for (const { variable, url } of all) {
    if (url !== null) process.env[variable] = url;
  }
}

/**
 * An address in the environment that cannot be used is a person's mistake: told once, without a stack trace.
 *
 * @param {import('loadline/src/services/services').ServiceName[]} names
 */
function startOrEnd(names) {
  try {
    return startServicesNow(names, { root: rootFolder });
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(BAD_INPUT);
  }
}

async function stopServices() {
  await services?.stop();
}

module.exports = startServices;
module.exports.stopServices = stopServices;
