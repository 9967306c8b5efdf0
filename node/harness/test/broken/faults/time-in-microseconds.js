/** Tells times to the microsecond. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  timeText: (time) => HONEST.timeText(time).replace('Z', '000Z'),
});
