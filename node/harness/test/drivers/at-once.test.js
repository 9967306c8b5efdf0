/** Several specifications on one line: their servers are loaded at the same time. */
'use strict';

const { Meeting } = require('../measure/meeting');
const { runDriver } = require('./run-driver');
const { GREETING, closeServers, greet, serve, sliceOf } = require('./serving');

jest.setTimeout(60_000);
afterEach(closeServers);

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
  const { samples, stderr } = await runDriver(urls.map((url) => sliceOf(url, [GREETING], more)));
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
  const { samples, stderr, exitCode } = await runDriver(
    [url, 'nowhere'].map((each) => sliceOf(each, [GREETING])),
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain('/url: expected');
  expect(samples).toEqual([]);
  expect(requests).toBe(0);
});
