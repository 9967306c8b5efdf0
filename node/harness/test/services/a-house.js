/** Houses with nothing in them but what services need, and folders of programs that are not what they seem. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const REAL_HOUSE = path.resolve(__dirname, '../../../..');
/** Of a shell: the house may lie in a folder with a space. */
const RUNS_FAKE_REDIS = `exec '${process.execPath}' '${path.join(__dirname, 'fake-redis.js')}' "$@"`;

/** @returns {string} a house whose jar of embedded services is none, so that it starts nothing */
function houseWithoutServices() {
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'house-'));
  for (const file of ['contracts/services.json', 'contracts/schema/services.schema.json']) {
    write(root, file, fs.readFileSync(path.join(REAL_HOUSE, file), 'utf8'));
  }
  write(root, 'java/services/pom.xml', '<project/>');
  write(root, 'java/services/target/loadline-services.jar', 'no jar');
  return root;
}

/**
 * @param {string} root
 * @param {string} text of a shell script
 * @returns {string} a folder for the PATH, whose `redis-server` it is
 */
function programs(root, text = RUNS_FAKE_REDIS) {
  write(root, 'programs/redis-server', `#!/bin/sh\n${text}\n`);
  fs.chmodSync(path.join(root, 'programs/redis-server'), 0o755);
  return path.join(root, 'programs');
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} text
 */
function write(root, file, text) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

module.exports = { REAL_HOUSE, RUNS_FAKE_REDIS, houseWithoutServices, programs };
