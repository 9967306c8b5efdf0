/** Leaves a file in the temporary folder when it stops. */
'use strict';

const fs = require('node:fs');
const { serve } = require('../honest/serve');
const { temporaryFile } = require('../honest/upload');

fs.writeFileSync(temporaryFile(), 'What it kept in here.');
serve();
