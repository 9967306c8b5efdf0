/** The contracts that have no files of their own, every case, against every third Node stack or variant, from the third on. */
'use strict';

const { describeShare } = require('./contracts-share');

describeShare('rest', 3);
