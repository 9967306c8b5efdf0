/** Says on which machine and with which programs a run was made: figures mean nothing without. */
'use strict';

const { spawnSync } = require('node:child_process');
const os = require('node:os');
const { nameOfProcessor } = require('./processor');

/**
 * @typedef {object} Machine
 * @property {string} system such as `Linux 6.1.0 x64`
 * @property {string} processor such as `AMD EPYC, family 25 model 1`
 * @property {number} cores
 * @property {number} memoryBytes
 * @property {string} node
 * @property {string | null} java the JDK on the PATH; stacks that need another say so themselves
 */

/** @returns {Machine} */
function describeMachine() {
  return {
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    processor: nameOfProcessor(),
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    node: process.versions.node,
    java: javaVersion(),
  };
}

/** @returns {string | null} */
function javaVersion() {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? stderr.split('\n').filter((line) => !line.startsWith('NOTE'))[0] : null;
}

module.exports = { describeMachine };
