/** Finds a port for a program that must be told one, and sees when another program was faster. */
'use strict';

const net = require('node:net');

const PORT_TAKEN = /EADDRINUSE|address already in use/i;

/**
 * @param {string} host
 * @returns {Promise<number>} a port that was free a moment ago
 */
function freePort(host) {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const { port } = /** @type {net.AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

/**
 * @param {string} output of a program that did not start
 * @returns {boolean} whether somebody else had taken its port
 */
function isPortTaken(output) {
  return PORT_TAKEN.test(output);
}

module.exports = { freePort, isPortTaken };
