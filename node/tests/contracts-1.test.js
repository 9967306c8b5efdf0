/** Every case of every contract against every third Node stack and its variants, from the first on. */
'use strict';

const { describeShare } = require('./contracts-share');

describeShare(0);
