/**
 * Shows what the drivers are worth on this machine: how near their closed loop comes to wrk's throughput, and whether their
 * open loop tells the truth of servers whose latency is known. `npm run bench:drivers`
 */
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { createInterface } = require('node:readline');
const { pin, pinned, planCores } = require('../src/instruments/cores');
const { DriverProcess } = require('../src/measure/driver-process');
const { median } = require('../src/measure/steady');
const { loadStacks, startServer, variantsOf } = require('../src/stacks');
const { EXCHANGES } = require('./known-servers');
const { soundSample } = require('./sound-sample');
const { print, printTable } = require('./table');

/**
 * @typedef {import('../src/drivers/tally').Sample} Sample
 * @typedef {{ name: string, process: DriverProcess }} Driver
 */

const ROOT = path.join(__dirname, '../../..');
const JAR = path.join(ROOT, 'java/harness/target/loadline-junit.jar');
const JAVA = ['-XX:ActiveProcessorCount=1', '-XX:+UseSerialGC', '-Xmx256m', '-jar', JAR, 'drive'];
const STACK = 'node/http';

const CONNECTIONS = 50;
const ROUNDS = 5;
const SLICE_SECONDS = 2;
const TRUTH_SECONDS = 4;
const TRUTH_ROUNDS = 3;
const TRUTH_RATE = 1000;
const LOADS = {
  hello: { connections: CONNECTIONS, exchanges: EXCHANGES },
  echo: {
    connections: CONNECTIONS,
    echo: { path: '/echo', messages: [{ text: 'Hello World!' }] },
  },
};
const KNOWN = [
  { kind: 'answersAfter', millis: 5, shown: 'answers after 5 ms' },
  { kind: 'freezes', millis: 200, shown: 'freezes 200 ms a second' },
];

const cores = planCores();

async function main() {
  if (cores.reason) print(`nothing is pinned: ${cores.reason}`);
  const drivers = driversHere();
  try {
    await throughput(drivers);
    await truth(drivers);
  } finally {
    await Promise.all(drivers.map((driver) => driver.process.stop()));
  }
}

/** @returns {Driver[]} those that are built, each a process for the whole run */
function driversHere() {
  const node = { name: 'node', process: new DriverProcess({ cores: cores.driver }) };
  if (!fs.existsSync(JAR)) {
    print(`java: left out, ${path.relative(ROOT, JAR)} is not there (mvn package -DskipTests)`);
    return [node];
  }
  const java = new DriverProcess({ cores: cores.driver, command: ['java', ...JAVA] });
  return [node, { name: 'java', process: java }];
}

/**
 * Closed loop against node/http, in rounds: each driver once in every round, so that all see the same machine.
 * @param {Driver[]} drivers
 */
async function throughput(drivers) {
  const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
  if (!hasWrk) print('wrk: left out, it is not installed (apt-get install wrk)');
  const [variant] = loadStacks(ROOT, { language: 'node' })
    .filter(({ id }) => id === STACK)
    .flatMap(variantsOf);
  const server = await startServer(variant);
  await pin(server.pids(), cores.servers);
  /** @type {Map<string, number[]>} */
  const perSecond = new Map();
  // The first round warms.
  for (let round = 0; round <= ROUNDS; round++) {
    const figures = await roundOf(drivers, server.baseUrl, hasWrk);
    if (round === 0) continue;
    for (const [name, value] of figures)
      perSecond.set(name, [...(perSecond.get(name) ?? []), value]);
  }
  await server.stop();
  print(`\nclosed loop, ${STACK}, ${CONNECTIONS} connections, median of ${ROUNDS} rounds`);
  printTable([['driver', 'requests/s', 'of wrk'], ...throughputRows(perSecond)]);
}

/**
 * @param {Driver[]} drivers
 * @param {string} url
 * @param {boolean} hasWrk
 * @returns {Promise<[string, number][]>} names and requests per second
 */
async function roundOf(drivers, url, hasWrk) {
  /** @type {[string, number][]} */
  const figures = hasWrk ? [['wrk hello', wrk(`${url}/hello`)]] : [];
  for (const { name, process } of drivers) {
    for (const [what, load] of Object.entries(LOADS)) {
      const sample = soundSample(await process.run({ url, seconds: SLICE_SECONDS, load }), name);
      figures.push([`${name} ${what} (${sample.driver})`, sample.requestsPerSecond]);
    }
  }
  return figures;
}

/**
 * @param {Map<string, number[]>} perSecond by name, a figure a round
 * @returns {string[][]}
 */
function throughputRows(perSecond) {
  const reference = perSecond.get('wrk hello');
  return [...perSecond].map(([name, values]) => {
    const ratios = reference && values.map((value, round) => value / reference[round]);
    const comparable = ratios && name.includes(' hello');
    return [name, figure(median(values)), comparable ? median(ratios).toFixed(2) : '-'];
  });
}

/**
 * @param {string} url
 * @returns {number} requests per second
 */
function wrk(url) {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${SLICE_SECONDS}s`, url];
  const [program, ...all] = pinned(cores.driver, ['wrk', ...args]);
  const { stdout } = spawnSync(program, all, { encoding: 'utf8' });
  return Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1]);
}

/**
 * Open loop against servers whose latency is known.
 * @param {Driver[]} drivers
 */
async function truth(drivers) {
  const rows = [['server', 'driver', 'sent/s', 'p50 ms', 'p99 ms', 'lateness p99 ms', 'CPU']];
  for (const { kind, millis, shown } of KNOWN) {
    const program = [path.join(__dirname, 'known-server.js'), kind, String(millis)];
    const [command, ...args] = pinned(cores.servers, [process.execPath, ...program]);
    const server = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    process.once('exit', () => server.kill('SIGKILL'));
    const url = await firstLine(server.stdout);
    rows.push(...(await truthRows(drivers, url)).map((row) => [shown, ...row]));
    server.kill('SIGKILL');
  }
  print(
    `\nopen loop, ${TRUTH_RATE} requests/s asked for, ${CONNECTIONS} connections, median of ${TRUTH_ROUNDS} rounds`,
  );
  printTable(rows);
}

/**
 * In rounds, forwards and backwards: who comes first meets a server that is not warm.
 * @param {Driver[]} drivers
 * @param {string} url
 */
async function truthRows(drivers, url) {
  /** @type {Map<Driver, Sample[]>} */
  const samples = new Map(drivers.map((driver) => [driver, []]));
  const order = { url, load: LOADS.hello, ratePerSecond: TRUTH_RATE };
  // The first round warms.
  for (let round = 0; round <= TRUTH_ROUNDS; round++) {
    for (const driver of round % 2 === 0 ? drivers : drivers.toReversed()) {
      const report = await driver.process.run({ ...order, seconds: TRUTH_SECONDS });
      if (round > 0) samples.get(driver)?.push(soundSample(report, driver.name));
    }
  }
  return [...samples].map(([driver, all]) => truthRow(driver, all));
}

/**
 * @param {Driver} driver
 * @param {Sample[]} samples of all rounds: each figure is the median
 */
function truthRow({ name }, samples) {
  const of = (/** @type {(sample: Sample) => number | null | undefined} */ figure) =>
    median(samples.map((sample) => figure(sample) ?? NaN));
  return [
    `${name} (${samples[0].driver})`,
    figure(of(({ sentPerSecond }) => sentPerSecond)),
    millis(of(({ latencyMicros }) => latencyMicros.p50)),
    millis(of(({ latencyMicros }) => latencyMicros.p99)),
    millis(of(({ latenessMicros }) => latenessMicros?.p99)),
    `${Math.round(100 * of(({ driverCpuShare }) => driverCpuShare))} %`,
  ];
}

/** @param {number} micros */
function millis(micros) {
  return (micros / 1000).toFixed(2);
}

/** @param {number} value */
function figure(value) {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 10_000 ? 1 : 0 });
}

/** @param {import('node:stream').Readable} output */
async function firstLine(output) {
  const { value } = await createInterface({ input: output })[Symbol.asyncIterator]().next();
  return String(value);
}

main().catch((/** @type {Error} */ error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
