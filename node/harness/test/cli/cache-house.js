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
  const contract = JSON.parse(fs.readFileSync(path.join(CONTRACTS, 'cache.json'), 'utf8'));
  const [first] = contract.cases;
  write(house, 'contracts/cache.json', { ...contract, cases: [first] });
  write(house, 'contracts/workloads.json', ['hello', 'cache']);
  fs.symlinkSync(
    path.join(CONTRACTS, 'services.json'),
    path.join(house.root, 'contracts/services.json'),
  );
  write(house, 'node/servers/bare/stacks.json', ['first']);
  write(house, 'node/servers/bare/first/stack.json', {
    ...{ id: 'node/first-bare', language: 'node', description: 'A bare server of this test' },
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
