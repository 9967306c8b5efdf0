/** What fails a server whatever its speed. */
'use strict';

const { closedSample, pair } = require('./a-block');
const { Run } = require('./judged');

const HALF = {
  gate: { falseAlarm: 0.01, missed: 0.05, maxBlocks: 40, inconclusive: 'warn' },
  stacks: { 'node/a': { hash: { throughputOfYardstickMin: 0.5 } } },
};

test.each([
  ['no answer at all fails', 0, ['no right answer at all']],
  ['right answers that come too late for a short window are no fault', 1_000, []],
])('%s', (_what, responses, faults) => {
  const run = new Run(HALF);
  run.throughput((block) => pair(block, closedSample({}, { valid: 0, responses })));
  expect(run.verdicts.outcome().comparisons[0].faults).toEqual(faults);
});
