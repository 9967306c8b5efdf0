/** A server of one's own put to the test, in a house with a yardstick. Runs alone: it measures. */
'use strict';

const path = require('node:path');
const { matchers, ServerUnderTest } = require('../../src/jest');
const { buildJudgedHouse } = require('../cli/judged-house');

jest.setTimeout(180_000);
expect.extend(matchers);

const SERVER = path.resolve(__dirname, '../cli/servers/hello.js');

/** @type {import('../cli/house').House} */
let house;

beforeAll(() => (house = buildJudgedHouse({})));
afterAll(() => house.remove());

/** @param {Record<string, string>} [env] */
function own(env = {}) {
  const command = ['node', SERVER];
  const declaration = { id: 'node/own', command, folder: __dirname, workloads: ['hello'], env };
  return new ServerUnderTest(declaration, { rootFolder: house.root });
}

test('it speaks a contract, and one that is wrong does not', async () => {
  await expect(own()).toSpeak('hello');
  const wrong = expect(own({ WRONG_EVERY: '1' })).toSpeak('hello');
  await expect(wrong).rejects.toThrow(/node\/own › greets/);
});

test('it holds limits that are far, and not those that nobody can', async () => {
  await expect(own()).toHoldItsLine('hello', { requestsPerSecondMin: 10 });
  const beyond = expect(own()).toHoldItsLine('hello', { requestsPerSecondMin: 10_000_000 });
  await expect(beyond).rejects.toThrow(
    /^node\/own hello: throughput below its limit\n {2}required {2}>= 10,000,000 requests\/s {3}/,
  );
});

test('what nobody knows is refused', async () => {
  const unknown = expect(own()).toSpeak('hullo');
  await expect(unknown).rejects.toThrow('unknown workload "hullo"; known: hello');
});
