/** Builds a house whose stacks are held against a yardstick, with limits that an unchanged stack keeps by far. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { buildHouse } = require('./house');

/** @typedef {import('./house').House} House */

const SERVER = path.join(__dirname, 'servers/hello.js');
const SCHEMA = 'contracts/schema/thresholds.schema.json';
/** All servers are one program: what they do beside the yardstick is 1, but for noise. */
const LIMITS = { throughputOfYardstickMin: 0.8, p99OfYardstickMax: 4 };

/**
 * @param {Record<string, string>} fault environment of the server of node/first
 * @param {Record<string, any>} [more] of thresholds.json
 * @returns {House} of node/first, node/second and their yardstick
 */
function buildJudgedHouse(fault, more = {}) {
  const command = (/** @type {Record<string, string>} */ env) => [
    'env',
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    process.execPath,
    'server.js',
  ];
  const house = buildHouse({
    stack: { command: command(fault) },
    others: [{ command: command({}) }, { id: 'node/yardstick', command: command({}) }],
  });
  for (const at of [0, 1, 2]) {
    fs.copyFileSync(SERVER, path.join(house.root, `node/servers/${at}/server.js`));
  }
  writeThresholds(house, {
    $schema: SCHEMA,
    // A busy machine wants more blocks than a quiet one.
    gate: { falseAlarm: 0.01, missed: 0.05, maxBlocks: 100, inconclusive: 'warn' },
    regression: { throughputLossMax: 0.05, p99IncreaseMax: 0.2 },
    stacks: { 'node/first': { hello: LIMITS }, 'node/second': { hello: LIMITS } },
    ...more,
  });
  return house;
}

/**
 * @param {House} house
 * @param {any} thresholds
 */
function writeThresholds({ root }, thresholds) {
  fs.writeFileSync(path.join(root, 'thresholds.json'), JSON.stringify(thresholds));
}

module.exports = { buildJudgedHouse, writeThresholds };
