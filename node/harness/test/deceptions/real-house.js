/** A house with Loadline's own contracts and its real servers, some of which may deceive. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** @typedef {import('../cli/house').House} House */

/**
 * @typedef {object} Deceit
 * @property {string} server such as `http`
 * @property {string} deception one of deceive.js
 * @property {string} [requests] regular expression of the paths that it does it to (all but health)
 */

const ROOT = path.resolve(__dirname, '../../../..');
const DECEIVE = path.join(__dirname, 'deceive.js');

/**
 * @param {{ servers: string[], thresholds: unknown, deceits?: Deceit[] }} content servers in the folders of node/servers, their
 *   yardstick among them
 * @returns {House}
 */
function buildRealHouse({ servers, thresholds, deceits = [] }) {
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'real-house-'));
  const temporary = path.join(root, 'temporary');
  fs.mkdirSync(temporary);
  fs.symlinkSync(path.join(ROOT, 'contracts'), path.join(root, 'contracts'));
  for (const name of servers) {
    addServer(root, name, deceits.find(({ server }) => server === name) ?? null);
  }
  writeJson(path.join(root, 'node/servers/stacks.json'), servers);
  writeJson(path.join(root, 'thresholds.json'), thresholds);
  const remove = () => fs.rmSync(root, { recursive: true, force: true });
  return { root, temporary, marks: path.join(root, 'marks'), remove };
}

/**
 * @param {string} root
 * @param {string} name
 * @param {Deceit | null} deceit
 */
function addServer(root, name, deceit) {
  const from = path.join(ROOT, 'node/servers', name);
  const folder = path.join(root, 'node/servers', name);
  const {
    command,
    pathsFrom: _shared,
    ...stack
  } = JSON.parse(fs.readFileSync(path.join(from, 'stack.json'), 'utf8'));
  fs.mkdirSync(folder, { recursive: true });
  for (const file of fs.readdirSync(from).filter((each) => each !== 'stack.json')) {
    fs.symlinkSync(path.join(from, file), path.join(folder, file));
  }
  writeJson(path.join(folder, 'stack.json'), {
    ...stack,
    variants: {},
    command: deceit === null ? command : deceiving(command, deceit),
  });
}

/**
 * @param {string[]} command
 * @param {Deceit} deceit
 */
function deceiving([node, ...args], { deception, requests = '^/' }) {
  const words = [`DECEPTION=${deception}`, `DECEIVED_PATHS=${requests}`];
  return ['env', ...words, node, '--require', DECEIVE, ...args];
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(file, value) {
  fs.writeFileSync(file, JSON.stringify(value));
}

module.exports = { buildRealHouse, ROOT };
