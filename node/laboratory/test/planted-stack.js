/** Copies of real stacks with something planted into them, started and asked. */
'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { pin, planCores } = require('loadline/src/instruments/cores');
const {
  compilersBetween,
  cpuBetween,
  readCpu,
  whyNoResources,
} = require('loadline/src/instruments/resources');
const { loadStacks, startServer, variantsOf, whyNotRun } = require('loadline/src/stacks');
const { runToEnd } = require('loadline/src/stacks/run-to-end');
const { median } = require('loadline/src/measure/steady');
const { plantInto } = require('../src/plants/plant');

/**
 * @typedef {import('../src/plants/plant').Plant} Plant
 * @typedef {import('loadline/src/stacks').Server} Server
 * @typedef {{ root: string, id: string, remove: () => void }} Copy
 */

const ROOT = path.resolve(__dirname, '../../..');
const CONNECTIONS = 16;
const BUILD_WITHIN_MILLIS = 600_000;
/** Of the contracts only what says how a stack.json looks. */
const COPIED = {
  node: ['contracts/schema', 'node/servers'],
  java: ['contracts/schema', 'java', 'pom.xml'],
};

/**
 * @param {'node' | 'java'} language
 * @returns {string | null} why none can be planted into here
 */
function whyNotPlanted(language) {
  const programs = (process.env.PATH ?? '').split(path.delimiter);
  const hasMaven = programs.some((folder) => fs.existsSync(path.join(folder, 'mvn')));
  if (language === 'java' && !hasMaven) return 'Maven (mvn) is not on the PATH';
  return whyNoResources();
}

/**
 * @param {string} id
 * @returns {Copy} of the working tree's stack and all that it is built of
 */
function copyStack(id) {
  const language = id.startsWith('node/') ? 'node' : 'java';
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'planted '));
  for (const each of COPIED[language]) copySource(each, root);
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  return { root, id, remove: () => fs.rmSync(root, { recursive: true, force: true }) };
}

/**
 * @param {Copy} copy
 * @returns {import('loadline/src/stacks/load-stacks').Stack} as its stack.json says now
 */
function stackOf({ root, id }) {
  const found = loadStacks(root).find((each) => each.id === id);
  if (found === undefined) throw new Error(`no stack ${id}`);
  return found;
}

/**
 * What git ignores, as what is built, is not copied.
 *
 * @param {string} place from the root of the house
 * @param {string} root of the copy
 */
function copySource(place, root) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', place];
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((each) => fs.existsSync(path.join(ROOT, each)) && each !== '')) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.copyFileSync(path.join(ROOT, file), path.join(root, file));
  }
}

/**
 * What is planted is the same whatever its harm and share, so that one build serves for all of them.
 *
 * @param {Copy} copy
 * @param {Plant} plant
 */
function plant(copy, plant) {
  copySource(path.relative(copy.root, stackOf(copy).folder), copy.root);
  plantInto(stackOf(copy), plant);
}

/** @param {Copy} copy into which something is planted */
async function build(copy) {
  const { folder, build: command } = stackOf(copy);
  if (command === undefined) throw new Error(`${copy.id} says nothing of how it is built`);
  const { exitCode, output } = await runToEnd(command, folder, {
    withinMillis: BUILD_WITHIN_MILLIS,
  });
  if (exitCode !== 0) throw new Error(`${copy.id} was not built:\n${output}`);
}

/**
 * @template T
 * @param {Copy} copy
 * @param {Plant} planted
 * @param {(server: Server) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withPlanted(copy, planted, use) {
  plant(copy, planted);
  const [variant] = variantsOf(stackOf(copy));
  const why = whyNotRun(variant);
  if (why !== null) throw new Error(why);
  const server = await startServer(variant);
  try {
    return await use(server);
  } finally {
    await server.kill();
  }
}

/**
 * Of two servers that are asked in turn, so that both meet the same machine: what a request costs changes by half of it within seconds.
 *
 * @param {{ usual: Server, planted: Server }} servers
 * @param {{ warmUp: number, windows: number, requests: number }} load for each
 * @returns {Promise<number>} how many times the CPU time of the usual one a request to the planted one costs, the median of the windows
 */
async function timesTheCpu({ usual, planted }, { warmUp, windows, requests }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { driver, all } = planCores();
  const ratios = [];
  try {
    await pin([process.pid, ...usual.pids(), ...planted.pids()], driver);
    for (const each of [usual, planted]) await askMany(each, agent, warmUp);
    for (let i = 0; i < windows; i++) {
      const usually = await cpuNanosOf(usual, agent, requests);
      ratios.push((await cpuNanosOf(planted, agent, requests)) / usually);
    }
  } finally {
    await pin([process.pid], driver && all);
    agent.destroy();
  }
  return median(ratios);
}

/**
 * On the same core as the server, so that it is never idle: a request to a server that sleeps costs more, and less when something is planted.
 * By the scheduler's own count, which others on the machine do not add to; without what a JVM compiles.
 *
 * @param {Server} server
 * @param {http.Agent} agent
 * @param {number} requests
 * @returns {Promise<number>} nanoseconds of CPU time that they cost together
 */
async function cpuNanosOf(server, agent, requests) {
  const before = readCpu(server.pids());
  await askMany(server, agent, requests);
  const after = readCpu(server.pids());
  return cpuBetween(before, after) - (compilersBetween(before, after) ?? 0);
}

/**
 * One request after the other.
 *
 * @param {Server} server
 * @param {{ millis: number, longMillis: number }} how
 * @returns {Promise<number>} share of the time that went by in requests that took long
 */
async function shareHeldUp(server, { millis, longMillis }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await askMany(server, agent, 1);
    const began = performance.now();
    let held = 0;
    for (let now = began; now - began < millis;) {
      await ask(server, agent);
      const took = performance.now() - now;
      if (took >= longMillis) held += took;
      now += took;
    }
    return held / (performance.now() - began);
  } finally {
    agent.destroy();
  }
}

/**
 * @param {Server} server
 * @param {http.Agent} agent
 * @param {number} requests
 */
async function askMany(server, agent, requests) {
  let left = requests;
  const askOn = async () => {
    while (left-- > 0) await ask(server, agent);
  };
  await Promise.all(Array.from({ length: agent.maxSockets }, askOn));
}

/**
 * @param {Server} server
 * @param {http.Agent} agent
 * @returns {Promise<void>}
 */
function ask({ host, port }, agent) {
  return new Promise((resolve, reject) => {
    const request = http.get({ host, port, path: '/hello', agent }, (response) => {
      response.resume().once('end', resolve);
    });
    request.once('error', reject);
  });
}

module.exports = { build, copyStack, plant, shareHeldUp, timesTheCpu, whyNotPlanted, withPlanted };
