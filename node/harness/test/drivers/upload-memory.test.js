/** What a driver holds while it sends large bodies: one copy for all its connections. */
'use strict';

const fs = require('node:fs');
const { startDriver } = require('./run-driver');
const { closeServers, serve, sliceOf } = require('./serving');

jest.setTimeout(60_000);

const MEBIBYTE = 1024 * 1024;
const BODY_BYTES = 24 * MEBIBYTE;
const POLL_MILLIS = 20;

afterEach(closeServers);

const EXCHANGE = {
  request: { method: 'PUT', path: '/{{unique}}', body: { fill: { bytes: BODY_BYTES } } },
  response: { status: 200, body: { text: String(BODY_BYTES) } },
};

/**
 * @param {number} pid
 * @returns {number} bytes that the process has held at most; 0 where it is gone
 */
function peakBytes(pid) {
  const status = `/proc/${pid}/status`;
  if (!fs.existsSync(status)) return 0;
  const kibibytes = /^VmHWM:\s*(\d+) kB/m.exec(fs.readFileSync(status, 'utf8'));
  return Number(kibibytes?.[1] ?? 0) * 1024;
}

test.each([
  { loop: 'closed', pace: {} },
  { loop: 'open', pace: { ratePerSecond: 20 } },
])('the $loop loop holds a body once, whatever is under way', async ({ pace }) => {
  const url = await serve(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    response.end(String(bytes));
  });
  const load = { connections: 8, exchanges: [EXCHANGE] };
  const { pid, ended } = startDriver(sliceOf(url, [], { load, seconds: 1, ...pace }));
  let peak = 0;
  const poll = setInterval(() => (peak = Math.max(peak, peakBytes(pid))), POLL_MILLIS);
  const { samples } = await ended;
  clearInterval(poll);
  expect(samples[0].errors.total).toBe(0);
  expect(samples[0].responses).toBeGreaterThan(0);
  // The program itself takes about 70 MiB; a copy for each connection would be 192 MiB more.
  expect(peak).toBeGreaterThan(BODY_BYTES);
  expect(peak).toBeLessThan(200 * MEBIBYTE);
});
