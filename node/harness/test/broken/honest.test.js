/** An honest server passes every case: the suite stays quiet where nothing is wrong. */
'use strict';

const { describeFailure, VariantRun } = require('../../src/contracts');
const { contracts, variantOf } = require('./deception');

const variant = variantOf('honest/server.js');
const run = new VariantRun(variant);

describe.each(contracts.map((contract) => ({ name: contract.workload, contract })))(
  'the honest server, $name',
  ({ contract }) => {
    test.each(contract.cases.map((contractCase) => ({ id: contractCase.id, contractCase })))(
      '$id',
      async ({ contractCase }) => {
        const result = await run.run(contract, contractCase);
        expect(result.status === 'fail' ? describeFailure(variant.id, result) : '').toBe('');
      },
      180_000,
    );
  },
);

test('the honest server stops and leaves nothing behind', async () => {
  expect(await run.stop()).toMatchObject({ exitCode: 0, leftBehind: [] });
});
