/** The registry refuses an id in use, and remembers ended streams for a while and not too many. */
'use strict';

const { StreamRegistry } = require('../src/signals');

/** @type {import('../src/items').Signals} */
const COMPLETED = { produced: 1, pauses: 0, state: 'completed' };
/** @type {import('../src/items').Signals} */
const FLOWING = { produced: 1, pauses: 0, state: 'flowing' };

describe('the registry of streams', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('refuses an id until its stream has ended', () => {
    const registry = new StreamRegistry();
    expect(registry.claim('a', () => FLOWING)).toBe(true);
    expect(registry.claim('a', () => FLOWING)).toBe(false);
    registry.end('a', COMPLETED);
    expect(registry.claim('a', () => FLOWING)).toBe(true);
  });

  test('prefers the stream that flows to the one that ended', async () => {
    const registry = new StreamRegistry();
    registry.claim('a', () => FLOWING);
    registry.end('a', COMPLETED);
    registry.claim('a', () => FLOWING);
    expect(await registry.signals('a')).toBe(FLOWING);
  });

  test('remembers the last thousand', async () => {
    const registry = new StreamRegistry();
    for (let i = 0; i <= 1_000; i++) registry.end(String(i), COMPLETED);
    expect(await registry.signals('0')).toBeUndefined();
    expect(await registry.signals('1')).toBe(COMPLETED);
  });

  test('forgets after a minute', async () => {
    jest.useFakeTimers();
    const registry = new StreamRegistry();
    registry.end('a', COMPLETED);
    jest.advanceTimersByTime(59_000);
    expect(await registry.signals('a')).toBe(COMPLETED);
    jest.advanceTimersByTime(2_000);
    expect(await registry.signals('a')).toBeUndefined();
  });

  test('forgets the flowing streams of a worker that died', async () => {
    const registry = new StreamRegistry();
    registry.claim('a', () => FLOWING, 'worker');
    registry.forget('worker');
    expect(await registry.signals('a')).toBeUndefined();
  });
});
