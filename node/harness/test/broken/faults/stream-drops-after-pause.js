/** Loses one item whenever the consumer reads on after a pause. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  sendStream(response, wanted) {
    let pauses = 0;
    return HONEST.sendStream(response, wanted, {
      wants(_seq, signals) {
        const readsOn = signals.pauses > pauses;
        pauses = signals.pauses;
        return !readsOn;
      },
    });
  },
});
