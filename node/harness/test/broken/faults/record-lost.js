/** Acknowledges every 20th record without storing it. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

const ID_OF_NONE = 900_000_000_000;
let added = 0;

serve({
  records: {
    ...HONEST.records,
    add: async (name) => (++added % 20 === 0 ? ID_OF_NONE : HONEST.records.add(name)),
  },
});
