/** Reads contracts/services.json: how each service is found or started, named once for both sides. */
'use strict';

const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');

/** @typedef {import('./services').ServiceName} ServiceName */

/**
 * @typedef {object} Declared
 * @property {string} name for people: `Redis`
 * @property {string} environment the variable that holds its URL
 * @property {string} scheme of its URL
 * @property {number} port inside a container, and where a URL names none
 * @property {string} image
 * @property {string[]} programs server programs, the first that is installed is taken
 */

const FILE = 'contracts/services.json';

/**
 * @param {string} root the house
 * @returns {Record<ServiceName, Declared>}
 * @throws {InvalidInput} with every problem of the file
 */
function loadDeclared(root) {
  const { value, problems } = readJson(path.join(root, FILE), FILE);
  if (problems.length > 0) throw new InvalidInput(problems);
  const check = schemaCheck(path.join(root, 'contracts/schema/services.schema.json'));
  const broken = check(value, FILE);
  if (broken.length > 0) throw new InvalidInput(broken);
  return value;
}

module.exports = { loadDeclared };
