/** Clients at once run the same steps, each with words of its own, and tell what they found. */
'use strict';

const { describeFailure, runCase } = require('../../src/contracts');
const { smallServer } = require('./small-server');

/** @typedef {import('../../src/contracts/load-contracts').ContractCase} ContractCase */

/** Many exchanges at once take their time where other tests use the cores. */
const TIMEOUT_MILLIS = 5_000;

/** @type {Awaited<ReturnType<typeof smallServer>>} */
let small;

beforeAll(async () => {
  small = await smallServer();
});

afterAll(() => small.close());

/**
 * @param {unknown[]} steps
 * @param {number} [timeoutMillis]
 */
function run(steps, timeoutMillis = TIMEOUT_MILLIS) {
  const contractCase = /** @type {ContractCase} */ ({ id: 'small.it', description: '', steps });
  const contract = {
    workload: 'small',
    description: '',
    file: 'contracts/small.json',
    pages: {},
    cases: [contractCase],
  };
  return runCase(small.server, contract, contractCase, { timeoutMillis });
}

const ok = (/** @type {string} */ path, /** @type {object} */ more = {}) => ({
  request: { path },
  response: { status: 200, ...more },
});

describe('clients at once', () => {
  const at = (/** @type {number} */ lanes, /** @type {number} */ times) => ({
    concurrently: { lanes, times },
  });
  const capture = { word: { from: 'body', pattern: '(.*)' } };

  test('have a token of their own in each run, and what they captured themselves', async () => {
    const steps = [
      ok('/once?{{unique}}'),
      { ...ok('/say?{{unique}}', { body: { pattern: '^{{unique}}$' } }), capture },
      ok('/say?{{unique}}', { body: { text: '{{word}}' } }),
    ];
    expect((await run([{ ...at(5, 4), steps }])).mismatches).toEqual([]);
  });

  test('know what the case captured before, and keep their own from it', async () => {
    const before = { ...ok('/say?before', { body: { text: 'before' } }), capture };
    const during = [
      ok('/say?{{word}}', { body: { text: 'before' } }),
      { ...ok('/say?{{unique}}'), capture },
    ];
    const after = ok('/say?{{word}}', { body: { text: 'before' } });
    expect((await run([before, { ...at(2, 2), steps: during }, after])).mismatches).toEqual([]);
  });

  test('keep their words within steps that run around them', async () => {
    const step = { ...at(5, 2), steps: [ok('/once?{{unique}}-within')] };
    const waiting = { while: { request: { path: '/hangs' }, connections: 1 }, steps: [step] };
    expect((await run([waiting])).mismatches).toEqual([]);
  });

  test('that find something wrong tell the first of each, and three in all', async () => {
    const wrong = { ...ok('/say?{{unique}}', { body: { text: 'no' } }) };
    const result = await run([{ ...at(5, 2), steps: [ok('/a'), wrong] }]);
    expect(result.mismatches.map(({ step }) => step.replace(/\w{8}$/, '…'))).toEqual(
      [1, 2, 3].map(
        (lane) =>
          `1 of 1: 5 clients at once, 2 times each, lane ${lane}, run 1, 2 of 2: GET /say?…`,
      ),
    );
    expect(result.mismatches[0]).toMatchObject({
      pointer: '/cases/0/steps/0/steps/1/response/body/text',
      expected: '"no"',
    });
    expect(describeFailure('node/small', result).match(/^ {2}step {6}/gm)).toHaveLength(3);
  });

  test('that get no answer in time tell so', async () => {
    const result = await run([{ ...at(3, 2), steps: [ok('/a'), ok('/hangs')] }], 400);
    expect(result.mismatches).toEqual([
      ...[1, 2, 3].map((lane) =>
        expect.objectContaining({
          step: expect.stringContaining(`lane ${lane}, run 1, 2 of 2: GET /hangs`),
          expected: 'an answer',
          actual: 'no answer within 400 ms',
        }),
      ),
    ]);
  });
});
