/** Does not stop when it is told to. */
'use strict';

const { serve } = require('../honest/serve');

serve({ stop() {} });
