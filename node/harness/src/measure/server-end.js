/** How a measured server ended: by itself, or when it was asked to. */
'use strict';

/** @typedef {import('../stacks').Server} Server */

/**
 * @param {Server} server
 * @returns {string | null} null while it runs
 */
function endOf(server) {
  if (server.running) return null;
  return `the server ended: ${server.howItEnded()}; it wrote: ${server.lastOutput()}`;
}

/**
 * @param {Server} server
 * @returns {Promise<{ leftBehind: string[], stderr: string }>} what outlived it or was no good end; what it
 *   wrote to standard error
 */
async function stopAndTell(server) {
  const { leftBehind, exitCode } = await server.stop();
  const badExit =
    exitCode === 0 ? [] : [`${server.howItEnded()} after SIGTERM, expected exit code 0`];
  return { leftBehind: [...badExit, ...leftBehind], stderr: server.stderr().trim() };
}

module.exports = { endOf, stopAndTell };
