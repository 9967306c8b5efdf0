/** The live view on a terminal, beside what others write there. */
'use strict';

const { LiveView } = require('../../src/reports/live-view');
const { openProgress } = require('../../src/reports/open-progress');
const { Progress, Silence } = require('../../src/reports/progress');

const HIDDEN = '\u001b[?25l';
const SHOWN = '\u001b[?25h';

/** @param {any} [terminal] */
function viewOn(terminal = {}) {
  /** @type {string[]} */
  const written = [];
  const write = (/** @type {string} */ text) => void written.push(text);
  const output = { isTTY: true, columns: 80, rows: 24, write, ...terminal };
  const drawing = {
    draw: (/** @type {string} */ text) => output.write(`<${text.split('\n')[0]}>`),
    clear: () => output.write('<gone>'),
  };
  const view = new LiveView(output, drawing);
  return { view, output, written };
}

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

test('it is drawn anew while it is shown, and then gone, with the cursor back', () => {
  const { view, output, written } = viewOn();
  const { write } = output;
  view.now('warm-up');
  view.now('round 1');
  view.done('round 1 is done');
  jest.advanceTimersByTime(300);
  view.clear();
  view.clear();
  expect(written).toEqual([HIDDEN, '<warm-up>', '<round 1 is done>', '<gone>', SHOWN]);
  expect(output.write).toBe(write);
  expect(jest.getTimerCount()).toBe(0);
});

test('what others write stands in whole lines above it', () => {
  const { view, output, written } = viewOn();
  view.now('warm-up');
  output.write('a warning\n');
  output.write('half a ');
  output.write('line');
  jest.advanceTimersByTime(300);
  view.clear();
  expect(written.slice(2)).toEqual([
    ...['<gone>', 'a warning\n', 'half a ', 'line'],
    ...['\n', '<warm-up>', '<gone>', SHOWN],
  ]);
});

test('what is said stays as a line above it, without control characters', () => {
  const { view, written } = viewOn();
  view.say('uses Redis');
  view.now('warm-up');
  view.say('node/\u001b[2Ja failed');
  view.clear();
  expect(written).toEqual([
    ...['uses Redis\n', HIDDEN, '<warm-up>', '<gone>', 'node/\\u001b[2Ja failed\n'],
    ...['<warm-up>', '<gone>', SHOWN],
  ]);
});

test('a limit is named when it fails, once', () => {
  const { view, written } = viewOn();
  view.now('round 1');
  const limits = [
    { name: 'node/a hash.throughput', state: /** @type {const} */ ('fail') },
    { name: 'node/a hash.p99', state: /** @type {const} */ ('open') },
  ];
  view.measured({ limits, endsAt: Infinity });
  view.measured({ limits, endsAt: Infinity });
  view.clear();
  const failed = written.filter((text) => text.startsWith('failed'));
  expect(failed).toEqual(['failed: node/a hash.throughput\n']);
});

test('of many failures the first ones are named', () => {
  const written = /** @type {string[]} */ ([]);
  const progress = new Progress({ write: (text) => written.push(text) });
  for (let at = 1; at <= 100; at++) progress.fails(`case ${at}`);
  expect(written).toHaveLength(11);
  expect(written.slice(-2)).toEqual(['failed: case 10\n', 'what else fails is named at the end\n']);
});

test('a process that ends leaves the terminal as it was', () => {
  const before = process.listeners('exit');
  const { view, written } = viewOn();
  view.now('warm-up');
  const [atExit] = process.listeners('exit').filter((each) => !before.includes(each));
  atExit(1);
  expect(written.slice(2)).toEqual(['<gone>', SHOWN]);
  expect(process.listeners('exit')).toEqual(before);
});

describe('it is shown', () => {
  /**
   * @param {any} terminal
   * @param {any} [how]
   */
  async function openedOn(terminal, how = {}) {
    const written = /** @type {string[]} */ ([]);
    const output = { write: (/** @type {string} */ text) => written.push(text), ...terminal };
    const progress = await openProgress({ output, environment: {}, ...how });
    return { progress, written };
  }

  test.each([
    ['where there is no terminal', {}, {}],
    ['in CI', { isTTY: true }, { CI: 'true' }],
    ['on a terminal that cannot', { isTTY: true }, { TERM: 'dumb' }],
  ])('as plain lines %s', async (_, terminal, environment) => {
    const { progress, written } = await openedOn(terminal, { environment });
    progress.now('warm-up');
    progress.done('node/a is done');
    progress.say('uses Redis');
    progress.clear();
    expect(written).toEqual(['node/a is done\n', 'uses Redis\n']);
  });

  test('not at all with --quiet', async () => {
    const { progress, written } = await openedOn({ isTTY: true }, { isQuiet: true });
    expect(progress).toBeInstanceOf(Silence);
    progress.now('warm-up');
    progress.say('uses Redis');
    progress.fails('node/a hash.p99');
    progress.clear();
    expect(written).toEqual([]);
  });
});
