/** How a measured server ended: by itself, or when it was asked to. */
'use strict';

/** @typedef {import('../stacks').Server} Server */

/**
 * @param {Server} server
 * @returns {string | null} null while it runs
 */
function endOf(server) {
  if (server.running) return null;
  const output = server.lastOutput();
  const written = output === '' ? 'it wrote nothing' : `it wrote: ${output}`;
  return `the server ended: ${server.howItEnded()}; ${written}`;
}

/**
 * @param {Server} server
 * @param {{ isBare: boolean }} kind a getting-started server is not held to end well
 * @returns {Promise<{ leftBehind: string[], stderr: string }>} what outlived it or was no good end; what it
 *   wrote to standard error
 */
async function stopAndTell(server, { isBare }) {
  const when = server.running ? 'after' : 'before';
  const { leftBehind, exitCode } = await server.stop();
  const isGood = exitCode === 0 || isBare;
  const badExit = isGood ? [] : [`${server.howItEnded()} ${when} SIGTERM, expected exit code 0`];
  return { leftBehind: [...badExit, ...leftBehind], stderr: server.stderr().trim() };
}

module.exports = { endOf, stopAndTell };
