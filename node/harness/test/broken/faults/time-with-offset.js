/** Tells times with an offset in place of `Z`. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  timeText: (time) => HONEST.timeText(time).replace('Z', '+0000'),
});
