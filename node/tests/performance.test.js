/** Every Node stack on every workload against the limits of thresholds.json; nothing else may run beside it. */
'use strict';

const path = require('node:path');
const { describePerformance } = require('loadline/src/jest');

describePerformance({ rootFolder: path.resolve(__dirname, '../..'), language: 'node' });
