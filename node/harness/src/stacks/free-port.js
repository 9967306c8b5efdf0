/** Finds a port for a program that must be told one, and sees when another program was faster. */
'use strict';

const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

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
 * The folder bears the port's number, so that no two harnesses choose the same port for what starts at the same time: the
 * slower server would be taken for ready by what the faster one answers.
 *
 * @param {string} host
 * @param {(host: string) => Promise<number>} [look]
 * @returns {Promise<{ port: number, folder: string }>} a free port, and an empty folder; whoever removes it gives both back
 */
async function claimPort(host, look = freePort) {
  const parent = fs.realpathSync(os.tmpdir());
  for (;;) {
    const port = await look(host);
    const folder = path.join(parent, `loadline-${port}`);
    try {
      fs.mkdirSync(folder, { mode: 0o700 });
      return { port, folder };
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * @param {string} output of a program that did not start
 * @returns {boolean} whether somebody else had taken its port
 */
function isPortTaken(output) {
  return PORT_TAKEN.test(output);
}

module.exports = { freePort, claimPort, isPortTaken };
