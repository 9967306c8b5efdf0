/** The step `service`: what the server meets where its contract's service was. */
'use strict';

const { relayOf } = require('./service-connections');

/** @type {import('../stage').StepKind} */
const serviceStep = {
  name: ({ service }) => `service ${service}`,
  async run({ service }, stage) {
    const relay = relayOf(stage);
    if (service === 'down') await relay.down();
    else if (service === 'silent') await relay.silent();
    else await relay.up();
    return [];
  },
};

module.exports = { serviceStep };
