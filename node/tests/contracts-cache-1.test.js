/** The contract of cache, every case, against every third Node stack or variant, from the first on. */
'use strict';

const { describeShare } = require('./contracts-share');

describeShare('cache', 1);
