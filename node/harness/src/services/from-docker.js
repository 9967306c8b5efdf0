/** A service in a container, where Docker answers and has the image or can get it. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { untilAnswers } = require('./ask');
const { KINDS } = require('./kinds');

/**
 * @typedef {import('./declared').Declared} Declared
 * @typedef {import('./services').ServiceName} ServiceName
 * @typedef {import('./start-services').Attempt} Attempt
 * @typedef {import('./service-container').Engine} Engine
 */

const ENGINE_WITHIN_MILLIS = 5_000;
const READY_WITHIN_MILLIS = 120_000;

/** @returns {Promise<Engine | null>} null when Docker does not answer soon */
async function findEngine() {
  // Late, because a run that needs no service need not wait for so much code.
  const { openEngine } = require('./service-container');
  const none = sleep(ENGINE_WITHIN_MILLIS, null, { ref: false });
  return Promise.race([openEngine().catch(() => null), none]);
}

/**
 * @param {ServiceName} name
 * @param {Declared} declared
 * @param {Engine | null} engine
 * @param {{ onProgress: (text: string) => void }} options
 * @returns {Promise<Attempt>}
 */
async function fromDocker(name, declared, engine, { onProgress }) {
  if (engine === null) return { reason: 'Docker does not answer' };
  const { image, port, environment: variable } = declared;
  onProgress(`starting a container of ${image}`);
  try {
    const container = await engine.start(image, { port, ...KINDS[name].container });
    const { url, description } = await untilReady(name, container);
    return {
      service: { name, variable, url, source: 'docker', description, notRun: null },
      stop: () => container.stop(),
    };
  } catch (error) {
    return { reason: `Docker: ${/** @type {Error} */ (error).message}` };
  }
}

/**
 * @param {ServiceName} name
 * @param {import('./service-container').Running} container
 * @returns {Promise<{ url: string, description: string }>}
 */
async function untilReady(name, container) {
  const url = KINDS[name].url(container.address);
  try {
    const { whyEnded } = container;
    const product = await untilAnswers(name, url, { withinMillis: READY_WITHIN_MILLIS, whyEnded });
    return { url, description: `${product} (docker)` };
  } catch (error) {
    await container.stop();
    throw error;
  }
}

module.exports = { findEngine, fromDocker };
