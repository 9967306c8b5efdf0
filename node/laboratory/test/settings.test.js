'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { loadSettings, orderOf, runsLeft } = require('../src/settings');
const { smallSettings } = require('./small-house');

/** @type {string} */
let folder;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'settings-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** @param {unknown} settings */
function loaded(settings) {
  const file = path.join(folder, 'settings.json');
  fs.writeFileSync(file, JSON.stringify(settings));
  return loadSettings(file);
}

test('settings are read as they are written', () => {
  expect(loaded(smallSettings())).toEqual(smallSettings());
});

test('every problem is told at once, by its place', () => {
  const settings = smallSettings();
  const [unchanged, harmed] = settings.conditions;
  settings.seed = -1;
  settings.conditions = [
    { ...unchanged, expects: ['hello.throughput'] },
    { ...harmed, plant: { harm: 'sleep', share: 2 } },
  ];
  const load = () => loaded(settings);
  expect(load).toThrow(/\/seed\n {2}expected {2}>= 0/);
  expect(load).toThrow('/conditions/0/plant');
  expect(load).toThrow('/conditions/1/plant/harm');
  expect(load).toThrow('/conditions/1/plant/share');
});

test('a name twice, a harm that nobody expects, and what is expected of a workload that is not measured', () => {
  const settings = smallSettings();
  const [, harmed] = settings.conditions;
  const { expects: _expects, ...unexpected } = harmed;
  settings.conditions = [
    harmed,
    { ...harmed, expects: ['hash.p99'] },
    { ...unexpected, name: 'unexpected' },
    { ...harmed, name: 'harmless', plant: { harm: 'cpu', share: 0 } },
  ];
  const load = () => loaded(settings);
  expect(load).toThrow('/conditions/1/name\n  expected  a name of its own');
  expect(load).toThrow('/conditions/1/expects/0\n  expected  a metric of hello');
  expect(load).toThrow('/conditions/2/expects\n  expected  the metrics that have to be named');
  expect(load).toThrow('/conditions/3/expects\n  expected  nothing');
});

test('each round holds each condition once, and a condition of fewer runs drops out', () => {
  const settings = smallSettings();
  settings.conditions[0].runs = 3;
  const order = orderOf(settings);
  const names = order.map(({ condition, number }) => `${condition} ${number}`);
  expect(names.slice(0, 2).sort()).toEqual(['harmed 1', 'unchanged 1']);
  expect(names.slice(2, 4).sort()).toEqual(['harmed 2', 'unchanged 2']);
  expect(names[4]).toBe('unchanged 3');
  expect(new Set(order.map(({ seed }) => seed)).size).toBe(5);
  expect(orderOf(settings)).toEqual(order);
});

test('what is done is not left, and the rest keeps its order and its seeds', () => {
  const order = orderOf(smallSettings());
  expect(runsLeft(smallSettings(), [order[1]])).toEqual([order[0], order[2], order[3]]);
});
