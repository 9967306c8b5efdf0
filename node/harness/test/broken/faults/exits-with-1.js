/** Stops when it is told to, as if that were a failure. */
'use strict';

const { serve } = require('../honest/serve');

serve({ stop: () => process.exit(1) });
