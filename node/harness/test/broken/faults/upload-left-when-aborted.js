/** Leaves a file in the temporary folder when an upload breaks off. */
'use strict';

const fs = require('node:fs');
const { HONEST, serve } = require('../honest/serve');
const { temporaryFile } = require('../honest/upload');

serve({
  async receiveUpload(request) {
    try {
      return await HONEST.receiveUpload(request);
    } catch (error) {
      fs.writeFileSync(temporaryFile(), 'What had come until then.');
      throw error;
    }
  },
});
