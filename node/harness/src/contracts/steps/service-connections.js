/** The step `serviceConnectionsMax`: how many connections to the service the server has held at once. */
'use strict';

/** @type {import('../stage').StepKind} */
const serviceConnectionsStep = {
  name: ({ serviceConnectionsMax }) =>
    `at most ${serviceConnectionsMax} connections to the service`,
  async run({ serviceConnectionsMax }, stage) {
    const { peakConnections } = relayOf(stage);
    if (peakConnections <= serviceConnectionsMax) return [];
    return [
      {
        pointer: '/serviceConnectionsMax',
        what: 'connections to the service since the case began',
        expected: `at most ${serviceConnectionsMax}`,
        actual: String(peakConnections),
      },
    ];
  },
};

/**
 * @param {import('../stage').Stage} stage
 * @returns {import('../../services/relay').Relay}
 */
function relayOf({ relay, contract }) {
  if (relay === null) throw new Error(`there is no relay to the service of ${contract.workload}`);
  return relay;
}

module.exports = { serviceConnectionsStep, relayOf };
