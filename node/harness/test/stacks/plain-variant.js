/** The variant whose server is `servers/plain.js`. */
'use strict';

const path = require('node:path');

/**
 * @param {string} [fault] in which way it misbehaves
 * @returns {import('../../src/stacks/load-stacks').Variant}
 */
function plainVariant(fault = '') {
  const stack = {
    id: 'node/plain',
    language: /** @type {const} */ ('node'),
    description: 'A server of the tests',
    command: ['node', 'plain.js'],
    needs: {},
    workloads: [],
    variants: {},
    knownFailing: {},
    folder: path.join(__dirname, 'servers'),
    rootFolder: __dirname,
  };
  const { id, command, knownFailing } = stack;
  return { id, stack, env: { FAULT: fault }, command, workloads: [], knownFailing };
}

module.exports = { plainVariant };
