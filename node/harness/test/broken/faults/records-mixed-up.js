/** Keeps the name of the record to be added where the next request finds it too. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { HONEST, serve } = require('../honest/serve');

let current = '';

serve({
  records: {
    ...HONEST.records,
    async add(name) {
      current = name;
      await sleep(1);
      return HONEST.records.add(current);
    },
  },
});
