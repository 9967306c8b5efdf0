/** Every case of every contract against every fifth Node stack or variant, from the fifth on. */
'use strict';

const { describeShare } = require('./contracts-share');

describeShare(4);
