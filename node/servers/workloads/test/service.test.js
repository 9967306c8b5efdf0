/** A service that does not answer is waited for as long as agreed, and no answer is missed that is there. */
'use strict';

const fs = require('node:fs');
const { Service, within } = require('../src/service');

const never = () => new Promise(() => {});

describe('an answer', () => {
  test('is given when it comes in time', async () => {
    await expect(within(1_000, Promise.resolve('here'))).resolves.toBe('here');
  });

  test('is given up when it does not, and what it would have come through is freed', async () => {
    const giveUp = jest.fn();
    await expect(within(20, never(), giveUp)).rejects.toThrow('nothing came within 20 ms');
    expect(giveUp).toHaveBeenCalledTimes(1);
  });

  test('is taken though the time is over, when it has arrived meanwhile', async () => {
    const answer = within(20, new Promise((resolve) => fs.stat(__filename, () => resolve('here'))));
    const end = performance.now() + 100;
    while (performance.now() < end);
    await expect(answer).resolves.toBe('here');
  });
});

describe('a service that does not answer', () => {
  const told = jest.spyOn(console, 'error');
  beforeEach(() => told.mockReset().mockImplementation(() => {}));
  afterAll(() => told.mockRestore());

  test('is told to the client by its name, and without the particulars', async () => {
    const answer = new Service('Redis').answer(Promise.reject(new Error('refused by 10.0.0.1')));
    await expect(answer).rejects.toMatchObject({ status: 503, message: 'Redis does not answer.' });
  });

  test('is told on stderr once, not for each request', async () => {
    const service = new Service('Redis');
    const answers = [1, 2, 3].map(() => service.answer(Promise.reject(new Error('refused'))));
    await Promise.allSettled(answers);
    expect(told.mock.calls).toEqual([['Redis does not answer: refused.']]);
  });

  test('is told again when it fails for another reason', async () => {
    const service = new Service('Redis');
    const reasons = ['ECONNREFUSED', 'ECONNRESET'];
    const answers = reasons.map((code) =>
      service.answer(Promise.reject(Object.assign(new Error(code), { code }))),
    );
    await Promise.allSettled(answers);
    expect(told).toHaveBeenCalledTimes(2);
  });
});
