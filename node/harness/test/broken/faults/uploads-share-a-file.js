/** Writes all uploads to one and the same file. */
'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { serve } = require('../honest/serve');

const FILE = path.join(os.tmpdir(), 'upload');

serve({
  async receiveUpload(request) {
    fs.writeFileSync(FILE, '');
    for await (const chunk of request) fs.appendFileSync(FILE, chunk);
    const body = fs.readFileSync(FILE);
    fs.rmSync(FILE);
    return { bytes: body.length, md5: createHash('md5').update(body).digest('hex') };
  },
});
