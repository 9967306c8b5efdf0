/**
 * Every Node stack against the limits of thresholds.json, on two workloads; with `LOADLINE_WORKLOADS=all` on all. Nothing else
 * may run beside it.
 */
'use strict';

const path = require('node:path');
const { describePerformance } = require('loadline/src/jest');

const IN_EVERY_RUN = ['hello', 'hash'];
/** What is left of the eight minutes that `npm test` may take: enough for the p99 of the first. */
const IN_EVERY_RUN_MINUTES_MAX = 1.8;
const ALL_MINUTES_MAX = 7;
const isAll = process.env.LOADLINE_WORKLOADS === 'all';

describePerformance({
  rootFolder: path.resolve(__dirname, '../..'),
  language: 'node',
  ...(isAll
    ? { minutesMax: ALL_MINUTES_MAX }
    : {
        minutesMax: IN_EVERY_RUN_MINUTES_MAX,
        choose: (workload) => IN_EVERY_RUN.includes(workload),
      }),
});
