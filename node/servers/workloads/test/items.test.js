/** Items have their size and number whatever the digits, and are made only when they are taken. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { Items } = require('../src/items');

const MIB = 1024 * 1024;

/** @typedef {import('../src/items').Signals} Signals */

describe('items', () => {
  test.each([
    [1, 16],
    [100_001, 16],
    [1_001, 24],
    [1_001, 27],
    [3, 65_536],
  ])('%i of %i bytes come complete and in order', async (count, bytes) => {
    const items = new Items(count, bytes, () => {});
    const lines = Buffer.concat(await items.toArray())
      .toString()
      .split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(count);
    expect(
      lines.every((line, seq) => line.length === bytes - 1 && JSON.parse(line).seq === seq),
    ).toBe(true);
    expect(items.signals).toEqual({ produced: count, pauses: 0, state: 'completed' });
  });

  test('wait while nobody takes them, and tell', async () => {
    const items = new Items(10_000_000, 100, () => {});
    items.read(1);
    await sleep(150);
    const { produced, pauses, state } = items.signals;
    expect(state).toBe('paused');
    expect(pauses).toBeGreaterThanOrEqual(1);
    expect(produced * 100).toBeLessThan(MIB);
    items.destroy();
  });

  test('are cancelled when their consumer goes, once', async () => {
    /** @type {Signals[]} */
    const ends = [];
    const items = new Items(10_000_000, 100, (last) => ends.push(last));
    items.destroy();
    await sleep(1);
    expect(ends).toEqual([{ produced: 0, pauses: 0, state: 'cancelled' }]);
  });
});
