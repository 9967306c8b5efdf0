/** The contract of records, every case, against every third Node stack or variant, from the second on. */
'use strict';

const { describeShare } = require('./contracts-share');

describeShare('records', 2);
