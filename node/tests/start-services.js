/**
 * Jest's global set-up: backing services that all test files of a whole run share, since each set takes seconds to
 * start. A run of chosen files starts what those need by itself.
 */
'use strict';

const path = require('node:path');
const { loadContracts } = require('loadline');
const { startServicesNow } = require('loadline/src/services');

const rootFolder = path.resolve(__dirname, '../..');

/** @type {import('loadline/src/services').Services | null} */
let services = null;

/** @param {import('@jest/types').Config.GlobalConfig} config */
function startServices({ testPathPatterns, testNamePattern }) {
  if (testPathPatterns.patterns.length > 0 || testNamePattern) return;
  const contracts = loadContracts(path.join(rootFolder, 'contracts'));
  const names = contracts.flatMap(({ service }) => service ?? []);
  services = startServicesNow([...new Set(names)], { root: rootFolder });
  const all = services.all();
  process.stderr.write(
    `services of all tests: ${all.map(({ description }) => description).join(', ')}\n`,
  );
  for (const { variable, url } of all) {
    if (url !== null) process.env[variable] = url;
  }
}

async function stopServices() {
  await services?.stop();
}

module.exports = startServices;
module.exports.stopServices = stopServices;
