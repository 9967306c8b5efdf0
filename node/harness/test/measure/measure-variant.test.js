/** Measuring one server from start to stop, with servers that behave as a test needs them to. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { planCores } = require('../../src/measure/cores');
const { DriverProcess } = require('../../src/measure/driver-process');
const { measureVariant } = require('../../src/measure/measure-variant');
const { whyNoResources } = require('../../src/measure/resources');

jest.setTimeout(30_000);

const cores = planCores();
/** @type {DriverProcess} */
let driver;
/** @type {string} */
let folder;

beforeAll(() => {
  driver = new DriverProcess({ cores: cores.driver });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'measured-'));
});

afterAll(async () => {
  await driver.stop();
  fs.rmSync(folder, { recursive: true });
});

/**
 * @param {string} path_
 * @param {any} body what is expected
 * @returns {any} a contract that is loaded with one request
 */
function contract(path_, body) {
  const exchange = { request: { path: path_ }, response: { status: 200, body } };
  return {
    workload: path_.slice(1),
    pages: { 'pages/a.html': '<p class="x y">A</p>' },
    load: { connections: 2, exchanges: [exchange] },
  };
}

/**
 * @param {string} answers code that answers `response` to `request`
 * @param {any[]} contracts
 */
function measure(answers, contracts) {
  const code = `require('node:http').createServer((request, response) => {
    if (request.url === '/health') return response.end('{"status":"up"}');
    ${answers}
  }).listen(Number(process.env.PORT), process.env.HOST, function () {
    process.on('SIGTERM', () => { this.close(() => process.exit(0)); this.closeAllConnections(); });
  });`;
  /** @type {any} */
  const stack = {
    id: 'test/server',
    language: 'node',
    folder,
    needs: {},
    command: ['node', '-e', code],
  };
  /** @type {any} */
  const variant = { id: stack.id, stack, env: {}, command: stack.command, workloads: [] };
  const onProgress = () => {};
  const services = null;
  return measureVariant(variant, { contracts, services, driver, cores, seconds: 0.3, onProgress });
}

test('a sample has latencies, and what the server used for them', async () => {
  const { workloads, leftBehind } = await measure("response.end('A')", [
    contract('/a', { text: 'A' }),
  ]);
  const { sample, warmUp, problem } = workloads.a;
  expect(problem).toBeNull();
  expect(leftBehind).toEqual([]);
  expect(warmUp?.seconds).toBeGreaterThan(1);
  expect(sample?.valid).toBeGreaterThan(100);
  const known = whyNoResources() === null;
  expect(sample?.server.cpuMicrosPerRequest === null).toBe(!known);
  expect(Number(sample?.server.cpuMicrosPerRequest ?? 50)).toBeGreaterThan(2);
  expect(Number(sample?.server.cpuMicrosPerRequest ?? 50)).toBeLessThan(2_000);
  expect(Number(sample?.server.residentBytesBefore ?? 2e7)).toBeGreaterThan(1e7);
  expect(Number(sample?.server.residentBytes ?? 2e7)).toBeGreaterThan(1e7);
});

test('what a server wrote to standard error is kept', async () => {
  const { stderr } = await measure("console.error('an odd thing'); response.end('A')", [
    contract('/a', { text: 'A' }),
  ]);
  expect(stderr).toContain('an odd thing');
});

test('a page is compared as DOM first, and then byte by byte', async () => {
  const answers = 'response.end(\'<!-- hm --><p  class="y x">A</p>\')';
  const page = contract('/page', { page: 'pages/a.html' });
  const { workloads } = await measure(answers, [page]);
  expect(workloads.page.sample?.errors.total).toBe(0);
  expect(workloads.page.sample?.valid).toBeGreaterThan(100);
});

test('a page that is another is a problem of its workload, and the others are measured', async () => {
  const answers = "response.end(request.url === '/page' ? '<p>B</p>' : 'A')";
  const contracts = [contract('/page', { page: 'pages/a.html' }), contract('/a', { text: 'A' })];
  const { workloads } = await measure(answers, contracts);
  expect(workloads.page.sample).toBeNull();
  expect(workloads.page.problem).toMatch(/^\/page: .*expected/);
  expect(workloads.a.sample?.valid).toBeGreaterThan(0);
});

test('a server that dies under load is told with its last words', async () => {
  const answers = "console.error('out of luck'); process.exit(7)";
  const { workloads } = await measure(answers, [contract('/a', { text: 'A' })]);
  expect(workloads.a.problem).toContain('the server ended: exit code 7');
  expect(workloads.a.problem).toContain('out of luck');
});

test('a driver that refuses its specification says why', async () => {
  const own = new DriverProcess({ cores: cores.driver });
  await expect(own.run({ url: 'nowhere', seconds: 1, load: {} })).rejects.toThrow('/url: expected');
  await own.stop();
});
