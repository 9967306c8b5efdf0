/** What must hold among contracts and stacks, whatever the servers do. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { contractsFor, loadContracts, loadStacks, loadThresholds, variantsOf } = require('loadline');

const root = path.resolve(__dirname, '../..');
const contracts = loadContracts(path.join(root, 'contracts'));
const stacks = loadStacks(root);
const services = JSON.parse(fs.readFileSync(path.join(root, 'contracts/services.json'), 'utf8'));

describe('contracts', () => {
  const files = fs
    .readdirSync(path.join(root, 'contracts'))
    .filter((name) => name.endsWith('.json'));
  const listed = contracts.map(({ workload }) => `${workload}.json`);

  test('are all listed in workloads.json', () => {
    expect(files.sort()).toEqual([...listed, 'services.json', 'workloads.json'].sort());
  });

  test.each(contracts)(
    '$file tells how it is loaded, unless it is what every server does',
    (contract) => {
      expect(contract.load !== undefined).toBe(contract.workload !== 'process');
    },
  );

  test.each(contracts)('$file needs a service that is told in services.json', ({ service }) => {
    expect([undefined, ...Object.keys(services)]).toContain(service);
  });

  test.each(contracts)('$file gives every description once, in the present tense', ({ cases }) => {
    const descriptions = cases.map(({ description }) => description);
    expect(new Set(descriptions).size).toBe(descriptions.length);
    expect(descriptions.filter((text) => /\b(should|must|will)\b|[.]$/.test(text))).toEqual([]);
  });

  test.each(contracts)('$file stops only servers of its own', ({ cases }) => {
    const stopping = cases.filter(({ steps }) =>
      /"(stop|signal)":/.test(JSON.stringify(steps ?? [])),
    );
    expect(stopping.filter(({ ownServer }) => !ownServer)).toEqual([]);
  });

  test('use every page that there is', () => {
    const pages = fs.readdirSync(path.join(root, 'contracts/pages')).map((name) => `pages/${name}`);
    const used = contracts.flatMap((contract) => Object.keys(contract.pages));
    expect([...new Set(used)].sort()).toEqual(pages.sort());
  });
});

describe.each(stacks)('$id', (stack) => {
  test('lies in a folder of its side', () => {
    expect(path.relative(root, stack.folder).split(path.sep).slice(0, 2)).toEqual([
      stack.language,
      'servers',
    ]);
    expect(stack.id.split('/')[0]).toBe(stack.language);
  });

  test('can be built from a fresh checkout, and uses only what is there', () => {
    expect(stack.build).toBeDefined();
    const missing = Object.keys(stack.paths ?? {}).filter(
      (each) => !fs.existsSync(path.resolve(stack.folder, each)),
    );
    expect(missing).toEqual([]);
  });

  test.each(variantsOf(stack))('$id speaks every workload, or says why not', (variant) => {
    const missing = contracts.length - contractsFor(contracts, variant.workloads).length;
    expect(missing === 0 || variant.reason !== undefined).toBe(true);
  });

  test('knows only failing cases that there are', () => {
    const ids = contracts.flatMap(({ cases }) => cases.map(({ id }) => id));
    expect(Object.keys(stack.knownFailing).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

const house = { root, contracts, variants: stacks.flatMap(variantsOf) };
const isCalibrated = Object.keys(loadThresholds(house)?.stacks ?? {}).length > 0;
const onceCalibrated = isCalibrated ? describe : describe.skip;

onceCalibrated('thresholds.json (skipped until it is calibrated)', () => {
  test('has an entry for every stack and workload, and no orphan', () => {
    expect(() => loadThresholds(house, { strict: true })).not.toThrow();
  });
});
