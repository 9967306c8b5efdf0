/** Every case of every contract against every Node stack and variant. */
'use strict';

const path = require('node:path');
const { describeContracts } = require('loadline/src/jest');

describeContracts({ rootFolder: path.resolve(__dirname, '../..'), language: 'node' });
