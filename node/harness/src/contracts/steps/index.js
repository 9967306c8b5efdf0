/** Which kind of step a step is, by the key that it has. */
'use strict';

const { awaitStep } = require('./await');
const { concurrentlyStep } = require('./concurrently');
const { consumeStep } = require('./consume');
const { exchangeStep } = require('./exchange');
const { refusesConnectionsStep } = require('./refuses-connections');
const { restartStep } = require('./restart');
const { serviceConnectionsStep } = require('./service-connections');
const { serviceStep } = require('./service');
const { stopStep } = require('./stop');
const { temporaryFilesStep } = require('./temporary-files');
const { temporaryFolderStep } = require('./temporary-folder');
const { webSocketStep } = require('./web-socket');
const { whileStep } = require('./while');
const { wireStep } = require('./wire');

/** @typedef {import('../stage').StepKind} StepKind */

/** @type {Record<string, StepKind>} */
const KINDS = {
  request: exchangeStep,
  wire: wireStep,
  webSocket: webSocketStep,
  consume: consumeStep,
  await: awaitStep,
  while: whileStep,
  temporaryFiles: temporaryFilesStep,
  temporaryFolder: temporaryFolderStep,
  refusesConnections: refusesConnectionsStep,
  stop: stopStep,
  restart: restartStep,
  concurrently: concurrentlyStep,
  service: serviceStep,
  serviceConnectionsMax: serviceConnectionsStep,
};

/**
 * @param {import('../load-contracts').Step} step one that its schema has passed
 * @returns {StepKind}
 */
function kindOf(step) {
  const key = Object.keys(KINDS).find((name) => name in step);
  if (key === undefined) throw new Error(`no such step: ${Object.keys(step).join(', ')}`);
  return KINDS[key];
}

module.exports = { kindOf };
