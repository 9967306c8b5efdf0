/** The honest server itself: it speaks every contract, and the suite must have nothing to say of it. */
'use strict';

const { serve } = require('./serve');

serve();
