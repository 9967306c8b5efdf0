/** Leaves a file in the temporary folder when an upload breaks off. */
'use strict';

const fs = require('node:fs');
const { HONEST, serve } = require('../honest/serve');
const { temporaryFile } = require('../honest/upload');

serve({
  receiveUpload(request) {
    // Before the honest one removes its own: in between there would be none, and a look just then would find nothing wrong.
    request.once('error', () => fs.writeFileSync(temporaryFile(), 'What had come until then.'));
    return HONEST.receiveUpload(request);
  },
});
