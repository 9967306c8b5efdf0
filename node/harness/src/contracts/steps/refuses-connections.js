/** The step `refusesConnections`: awaits that nobody can connect to the server any more. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');

const WITHIN_MILLIS = 2_000;
const EVERY_MILLIS = 20;

/** @type {import('../stage').StepKind} */
const refusesConnectionsStep = {
  name: () => 'new connections are refused',
  async run(_step, { server, signal }) {
    const deadline = Date.now() + WITHIN_MILLIS;
    while (await server.accepts()) {
      if (Date.now() >= deadline) {
        const expected = `refused within ${WITHIN_MILLIS} ms`;
        return [
          {
            pointer: '/refusesConnections',
            what: 'a new connection',
            expected,
            actual: 'accepted',
          },
        ];
      }
      await sleep(EVERY_MILLIS, undefined, { signal });
    }
    return [];
  },
};

module.exports = { refusesConnectionsStep };
