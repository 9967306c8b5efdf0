/** An honest server passes every case: the suite stays quiet where nothing is wrong. */
'use strict';

const { describeFailure, missingService, VariantRun } = require('../../src/contracts');
const { contracts, servicesForTests, testUnless, variantOf } = require('./deception');

const services = servicesForTests();
const variant = variantOf('honest/server.js');
const run = new VariantRun(variant, { services });

afterAll(() => run.kill());

describe.each(contracts.map((contract) => ({ name: contract.workload, contract })))(
  'the honest server, $name',
  ({ contract }) => {
    const reason = missingService(contract, services);
    for (const contractCase of contract.cases) {
      const body = async () => {
        const result = await run.run(contract, contractCase);
        expect(result.status === 'fail' ? describeFailure(variant.id, result) : '').toBe('');
      };
      const title = reason === null ? contractCase.id : `${contractCase.id}: ${reason}`;
      testUnless(reason)(title, body, 180_000);
    }
  },
);

test('the honest server stops and leaves nothing behind', async () => {
  expect(await run.stop()).toMatchObject({ exitCode: 0, leftBehind: [] });
});
