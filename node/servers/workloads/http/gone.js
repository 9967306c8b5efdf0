// Tells work whose answer would come too late that its client is gone.
'use strict';

/**
 * @param {import('node:http').ServerResponse} response
 * @returns {AbortSignal} aborted when the connection closes; later than the answer, it does nothing
 */
function goneSignal(response) {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

module.exports = { goneSignal };
