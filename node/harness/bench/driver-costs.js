/**
 * Shows what a request costs Node's driver, of what it costs the server: a closed loop on every workload that needs no
 * service, against node/fastify and the yardstick. `npm run bench:drivers:costs`
 */
'use strict';

const path = require('node:path');
const { loadContracts } = require('../src/contracts');
const { pin, planCores } = require('../src/instruments/cores');
const { cpuBetween, readCpu, whyNoResources } = require('../src/instruments/resources');
const { DriverProcess } = require('../src/measure/driver-process');
const { loadFor } = require('../src/measure/load');
const { median } = require('../src/measure/steady');
const { loadStacks, startServer, variantsOf } = require('../src/stacks');
const { soundSample } = require('./sound-sample');
const { print, printTable } = require('./table');

/**
 * @typedef {import('../src/contracts/load-contracts').Contract} Contract
 * @typedef {import('../src/stacks').Server} Server
 * @typedef {{ driver: number, server: number }} Costs CPU time of one answer in microseconds.
 */

const ROOT = path.join(__dirname, '../../..');
const STACKS = ['node/yardstick', 'node/fastify'];
const ROUNDS = 3;
const SLICE_SECONDS = 1;

async function main() {
  const reason = whyNoResources();
  if (reason) throw new Error(`CPU time is not known: ${reason}`);
  const cores = planCores();
  if (cores.reason) print(`nothing is pinned: ${cores.reason}`);
  const contracts = loadContracts(path.join(ROOT, 'contracts')).filter(
    ({ load, service }) => load && !service,
  );
  const driver = new DriverProcess({ cores: cores.driver });
  const rows = [['server', 'workload', 'driver us', 'server us', 'driver of server']];
  try {
    for (const id of STACKS) rows.push(...(await rowsOf(id, contracts, driver, cores.servers)));
  } finally {
    await driver.stop();
  }
  print(`CPU time of one answer, closed loop, median of ${ROUNDS} slices of ${SLICE_SECONDS} s`);
  printTable(rows);
}

/**
 * @param {string} id of a stack
 * @param {Contract[]} contracts
 * @param {DriverProcess} driver
 * @param {number[] | null} cores of the server
 * @returns {Promise<string[][]>}
 */
async function rowsOf(id, contracts, driver, cores) {
  const [variant] = loadStacks(ROOT, { language: 'node' })
    .filter((stack) => stack.id === id)
    .flatMap(variantsOf);
  const server = await startServer(variant);
  try {
    await pin(server.pids(), cores);
    const rows = [];
    for (const contract of contracts) {
      const { driver: ours, server: theirs } = await costsOf(contract, server, driver);
      const share = `${Math.round((100 * ours) / theirs)} %`;
      rows.push([id, contract.workload, ours.toFixed(1), theirs.toFixed(1), share]);
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/**
 * @param {Contract} contract
 * @param {Server} server
 * @param {DriverProcess} driver
 * @returns {Promise<Costs>} of the slice whose ratio is the median
 */
async function costsOf(contract, server, driver) {
  const load = await loadFor(contract, server);
  /** @type {Costs[]} */
  const all = [];
  // The first one warms.
  for (let round = 0; round <= ROUNDS; round++) {
    const costs = await costsOfSlice(load, server, driver);
    if (round > 0) all.push(costs);
  }
  const ratio = (/** @type {Costs} */ costs) => costs.driver / costs.server;
  const middle = median(all.map(ratio));
  return /** @type {Costs} */ (all.find((costs) => ratio(costs) === middle));
}

/**
 * @param {object} load
 * @param {Server} server
 * @param {DriverProcess} driver
 * @returns {Promise<Costs>}
 */
async function costsOfSlice(load, server, driver) {
  const readBoth = () => ({
    driver: readCpu([Number(driver.pid)]),
    server: readCpu(server.pids()),
  });
  const before = readBoth();
  const order = { url: server.baseUrl, seconds: SLICE_SECONDS, load };
  const { responses } = soundSample(await driver.run(order), 'node');
  const after = readBoth();
  return {
    driver: cpuBetween(before.driver, after.driver) / 1000 / responses,
    server: cpuBetween(before.server, after.server) / 1000 / responses,
  };
}

main().catch((/** @type {Error} */ error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
