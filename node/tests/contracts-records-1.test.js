/** The contract of records, every case, against every third Node stack or variant, from the first on. */
'use strict';

const { describeShare } = require('./contracts-share');

describeShare('records', 1);
