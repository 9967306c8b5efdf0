/** How a processor is named, and which limits count on it. */
'use strict';

const { limitsOf, processorNotes } = require('../../src/thresholds/limits');
const { nameIn, nameOfProcessor } = require('../../src/thresholds/processor');

const EPYC = 'AMD EPYC, family 25 model 1';
const THRESHOLDS = {
  stacks: {
    'node/a': {
      hello: { throughputOfYardstickMin: 0.5, p99OfYardstickMax: 3 },
      hash: { throughputOfYardstickMin: 0.4 },
    },
  },
  processors: { [EPYC]: { 'node/a': { hello: { throughputOfYardstickMin: 0.7 } } } },
};

test('by brand and generation, as Linux tells them', () => {
  const cpuInfo = [
    'processor\t: 0',
    'vendor_id\t: AuthenticAMD',
    'cpu family\t: 25',
    'model\t\t: 1',
    'model name\t: AMD EPYC  ',
    '',
  ].join('\n');
  expect(nameIn(cpuInfo)).toBe(EPYC);
  expect(nameIn('model name : A Processor\n')).toBe('A Processor');
  expect(nameIn('processor : 0\n')).toBeNull();
});

test('this one has a name that stays', () => {
  expect(nameOfProcessor()).toMatch(/\S/);
  expect(nameOfProcessor()).toBe(nameOfProcessor());
});

test('what is set for a processor counts there in place of what counts on any, each limit for itself', () => {
  expect(limitsOf(THRESHOLDS, 'node/a', 'hello', EPYC)).toEqual([
    {
      key: 'throughputOfYardstickMin',
      value: 0.7,
      pointer: `/processors/${EPYC}/node~1a/hello/throughputOfYardstickMin`,
    },
    { key: 'p99OfYardstickMax', value: 3, pointer: '/stacks/node~1a/hello/p99OfYardstickMax' },
  ]);
});

test('on another processor, and where a processor has no entry, what counts on any does', () => {
  const [limit] = limitsOf(THRESHOLDS, 'node/a', 'hello', 'Another');
  expect(limit).toMatchObject({
    value: 0.5,
    pointer: '/stacks/node~1a/hello/throughputOfYardstickMin',
  });
  expect(limitsOf(THRESHOLDS, 'node/a', 'hash', EPYC)).toMatchObject([{ value: 0.4 }]);
});

test('stacks that were calibrated on another processor only are told', () => {
  const told = (/** @type {string} */ processor) =>
    processorNotes(THRESHOLDS, ['node/a', 'node/b'], processor);
  expect(told('Another')).toEqual([
    'limits for any processor count, because thresholds.json has none for Another: node/a (loadline calibrate --this-processor)',
  ]);
  expect(told(EPYC)).toEqual([]);
  expect(processorNotes({}, ['node/a'], EPYC)).toEqual([]);
});
