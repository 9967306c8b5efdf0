/** Builds a small house whose stacks speak the workload cache, with a bare server beside the first. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { buildHouse } = require('./house');

const CONTRACTS = path.resolve(__dirname, '../../../../contracts');
const SERVER = path.join(__dirname, 'servers/cache.js');

/**
 * @param {{ faults?: (string | null)[] }} [options] what each stack's server answers from memory
 * @returns {import('./house').House}
 */
function buildCacheHouse({ faults = [null, null] } = {}) {
  const [stack, ...others] = faults.map(server);
  const house = buildHouse({ stack, others });
  write(house, 'contracts/workloads.json', ['hello', 'cache']);
  for (const file of ['cache.json', 'services.json']) {
    fs.symlinkSync(path.join(CONTRACTS, file), path.join(house.root, 'contracts', file));
  }
  write(house, 'node/servers/bare/stacks.json', ['first']);
  write(house, 'node/servers/bare/first/stack.json', {
    id: 'node/first-bare',
    language: 'node',
    description: 'A bare server of this test',
    ...server(null),
  });
  return house;
}

/**
 * @param {string | null} fault
 * @returns {{ command: string[], workloads: string[] }}
 */
function server(fault) {
  const command = fault ? ['env', `FAULT=${fault}`, process.execPath, SERVER] : ['node', SERVER];
  return { command, workloads: ['cache'] };
}

/**
 * @param {import('./house').House} house
 * @param {string} file
 * @param {any} value
 */
function write(house, file, value) {
  const full = path.join(house.root, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, JSON.stringify(value));
}

module.exports = { buildCacheHouse };
