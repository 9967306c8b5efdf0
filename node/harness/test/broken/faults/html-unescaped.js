/** Puts what a user typed into the page as it stands. */
'use strict';

const { serve } = require('../honest/serve');

serve({ escape: (text) => text });
