/** Stores the first 255 UTF-16 code units of a name, where characters are asked for. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  records: { ...HONEST.records, add: (name) => HONEST.records.add(name.slice(0, 255)) },
});
