/** A program that starts services, writes down which there are, and ends them with its standard input. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { startServices } = require('./start-services');
const { ANSWER } = require('./start-services-now');

/** @type {import('./services').Services | null} */
let services = null;

async function keep() {
  const { names, root, folder } = JSON.parse(process.argv[2]);
  const answer = await start(names, root);
  // At once as a whole, since somebody waits for the file.
  const file = path.join(folder, ANSWER);
  fs.writeFileSync(`${file}.part`, JSON.stringify(answer));
  fs.renameSync(`${file}.part`, file);
}

/**
 * @param {import('./services').ServiceName[]} names
 * @param {string} root
 * @returns {Promise<import('./start-services-now').Answer>}
 */
async function start(names, root) {
  try {
    services = await startServices(names, { root });
    return { services: services.all() };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return error instanceof InvalidInput ? { problems: error.problems } : { error: message };
  }
}

async function end() {
  await services?.stop();
  // What is still being started is in care, and ends with this process.
  process.exit(0);
}

process.stdin.once('end', end).resume();
keep();
