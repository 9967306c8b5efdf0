/**
 * Is loaded into a Node server of an extra process that nobody judges, and tells how late the event loop was: on
 * SIGUSR2 a line of JSON goes into a file, and counting begins anew.
 */
'use strict';

const fs = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const RESOLUTION_MILLIS = 1;
const file = process.env.LOADLINE_EVENT_LOOP_FILE;

if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS });
  delay.enable();
  process.on('SIGUSR2', () => {
    // The timer's own interval is in each value.
    const micros = (/** @type {number} */ nanos) =>
      Math.max(0, nanos / 1000 - RESOLUTION_MILLIS * 1000);
    const figures = { p50: micros(delay.percentile(50)), p99: micros(delay.percentile(99)) };
    fs.appendFileSync(file, `${JSON.stringify(figures)}\n`);
    delay.reset();
  });
}
