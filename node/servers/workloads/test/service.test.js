/** A service's answer is waited for so long, and then the work is refused as unavailable. */
'use strict';

const { ANSWER_MILLIS, answered } = require('../src/service');

const UNAVAILABLE = { reason: 'unavailable', message: 'Redis does not answer.' };

describe('a service', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(console, 'error').mockImplementation();
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('gives its answer', async () => {
    await expect(answered('Redis', Promise.resolve('x'))).resolves.toBe('x');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('that fails is unavailable, and why is told on stderr alone', async () => {
    await expect(answered('Redis', Promise.reject(new Error('why')))).rejects.toMatchObject(
      UNAVAILABLE,
    );
    expect(console.error).toHaveBeenCalledWith('Redis: Error: why');
  });

  test('that is silent is unavailable after its time', async () => {
    const answer = answered('Redis', new Promise(() => {})).catch((error) => error);
    jest.advanceTimersByTime(ANSWER_MILLIS);
    expect(await answer).toMatchObject(UNAVAILABLE);
  });
});
