/** Several specifications on one line: their servers are loaded at the same time. */
'use strict';

const { Meeting } = require('../measure/meeting');
const { runDriver } = require('./run-driver');
const { closeServers, greet, serve } = require('./serving');

jest.setTimeout(60_000);
afterEach(closeServers);

const HELLO = {
  request: { path: '/hello' },
  response: {
    status: 200,
    contentType: 'text/plain; charset=utf-8',
    body: { text: 'Hello World!' },
  },
};

/**
 * @param {string} url
 * @param {object} [more]
 */
function slice(url, more = {}) {
  return { url, seconds: 0.3, load: { connections: 2, exchanges: [HELLO] }, ...more };
}

/** @param {Meeting} meeting that its first request waits for */
function serveAfter(meeting) {
  let requests = 0;
  return serve(async (_request, response) => {
    if (requests++ === 0) await meeting.arrive();
    greet(response);
  });
}

test.each([
  ['closed', {}],
  ['open', { ratePerSecond: 200 }],
])('%s loops on two servers run at the same time, and each has a sample', async (_name, more) => {
  const both = new Meeting(2);
  const urls = [await serveAfter(both), await serveAfter(both)];
  const { samples, stderr } = await runDriver(urls.map((url) => slice(url, more)));
  expect(stderr).toBe('');
  const [answers] = samples;
  expect(answers).toHaveLength(2);
  for (const { errors, valid } of answers) {
    expect(errors.total).toBe(0);
    expect(valid).toBeGreaterThan(0);
  }
});

test('one that is not fit is refused before any is loaded', async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    greet(response);
  });
  const { samples, stderr, exitCode } = await runDriver([slice(url), slice('nowhere')]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('/url: expected');
  expect(samples).toEqual([]);
  expect(requests).toBe(0);
});
