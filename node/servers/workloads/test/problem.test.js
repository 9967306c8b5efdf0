/** A client is told what it did wrong, and nothing of what went wrong within the server. */
'use strict';

const { Refusal } = require('../src/refusal');
const { problemOf } = require('../http/problem');

test.each(
  /** @type {const} */ ([
    ['invalid', 400],
    ['missing', 404],
    ['conflict', 409],
    ['too-large', 413],
    ['unavailable', 503],
  ]),
)('a refusal that is %s has the status %i', (reason, status) => {
  expect(problemOf(new Refusal(reason, 'why'))).toMatchObject({ status, detail: 'why' });
});

test.each(['status', 'statusCode'])("a framework's refusal keeps its %s", (key) => {
  const error = Object.assign(new Error('why'), { [key]: 415 });
  expect(problemOf(error)).toEqual({
    type: 'about:blank',
    title: 'Unsupported Media Type',
    status: 415,
    detail: 'why',
  });
});

test.each([new Error('secret'), Object.assign(new Error('secret'), { status: 502 }), 'secret'])(
  'of anything else only stderr is told',
  (error) => {
    const told = jest.spyOn(console, 'error').mockImplementation();
    const problem = problemOf(error);
    expect(problem.status).toBe(500);
    expect(JSON.stringify(problem)).not.toContain('secret');
    expect(told).toHaveBeenCalledWith(error);
    told.mockRestore();
  },
);
