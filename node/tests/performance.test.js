/** Every Node stack against all of its limits in thresholds.json; with `LOADLINE_FULL=1` every p99 too. Nothing else may run beside it. */
'use strict';

const path = require('node:path');
const { describePerformance } = require('loadline/src/jest');

const MINUTES_MAX = 6;
const FULL_MINUTES_MAX = 25;
const everyP99 = process.env.LOADLINE_FULL === '1';

describePerformance({
  rootFolder: path.resolve(__dirname, '../..'),
  language: 'node',
  everyP99,
  minutesMax: everyP99 ? FULL_MINUTES_MAX : MINUTES_MAX,
});
