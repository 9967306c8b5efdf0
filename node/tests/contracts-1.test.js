/** Every case of every contract against every fifth Node stack or variant, from the first on. */
'use strict';

const { describeShare } = require('./contracts-share');

describeShare(0);
