/** How a processor is named. */
'use strict';

const { nameIn, nameOfProcessor } = require('../../src/instruments/processor');

test('by brand and generation, as Linux tells them', () => {
  const cpuInfo = [
    'processor\t: 0',
    'vendor_id\t: AuthenticAMD',
    'cpu family\t: 25',
    'model\t\t: 1',
    'model name\t: AMD EPYC  ',
    '',
  ].join('\n');
  expect(nameIn(cpuInfo)).toBe('AMD EPYC, family 25 model 1');
  expect(nameIn('model name : A Processor\n')).toBe('A Processor');
  expect(nameIn('processor : 0\n')).toBeNull();
});

test('this one has a name that stays', () => {
  expect(nameOfProcessor()).toMatch(/\S/);
  expect(nameOfProcessor()).toBe(nameOfProcessor());
});
