/** What is left of a run's time for a side and for a workload. */
'use strict';

const { RunTime } = require('../../src/measure/run-time');

const SECOND = 1_000;
const DUE = { arms: 5, usualMillis: 10 * SECOND, warmUpMillis: 4 * SECOND };

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** @param {number} minutes of which one side has all */
function sideOf(minutes) {
  const time = new RunTime(minutes);
  time.beginSide([50]);
  return time;
}

test('each side gets time by its arms', () => {
  const time = new RunTime(1);
  time.beginSide([10, 50]);
  const { suspectsEndAt } = time.endsOf([DUE]);
  expect(suspectsEndAt - performance.now()).toBeCloseTo(10 * SECOND + 15 * SECOND);
});

test('a workload gets its share of what the warm-ups of the later ones leave', () => {
  const { endsAt, spareUntil } = sideOf(1).endsOf([DUE, DUE, DUE]);
  expect(endsAt - performance.now()).toBeCloseTo((52 * SECOND) / 3);
  expect(spareUntil - performance.now()).toBeCloseTo(32 * SECOND);
});

test('what is asked at all is asked for so long that it can pass', () => {
  const time = sideOf(0.1);
  const { endsAt } = time.endsOf([DUE, DUE, DUE]);
  expect(endsAt - performance.now()).toBeCloseTo(10 * SECOND);
});

test('the time is enough as long as the last workload would fit in once more', () => {
  const time = sideOf(1);
  expect(time.isEnoughFor(5)).toBe(true);
  jest.advanceTimersByTime(25 * SECOND);
  time.tookFor(5, 20 * SECOND);
  expect(time.isEnoughFor(5)).toBe(true);
  jest.advanceTimersByTime(20 * SECOND);
  expect(time.isEnoughFor(5)).toBe(false);
  expect(time.isEnoughFor(3)).toBe(true);
});

test('the first workload of a side is measured if there is any time left', () => {
  const time = sideOf(1);
  time.tookFor(5, 59 * SECOND);
  time.beginSide([50]);
  expect(time.isEnoughFor(5)).toBe(true);
  jest.advanceTimersByTime(61 * SECOND);
  expect(time.isEnoughFor(5)).toBe(false);
});

test('what was asked twice takes no time from the other side', () => {
  const time = sideOf(1);
  jest.advanceTimersByTime(90 * SECOND);
  time.extendBy(80 * SECOND);
  time.beginSide([50]);
  expect(time.isEnoughFor(5)).toBe(true);
});

test('a run without end has time for all', () => {
  const time = sideOf(Infinity);
  time.tookFor(5, 100 * SECOND);
  expect(time.isEnoughFor(5)).toBe(true);
  expect(time.endsOf([DUE, DUE]).endsAt).toBe(Infinity);
});
