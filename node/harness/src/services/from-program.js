/** A service from a server program that is installed on this machine, over a temporary folder. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { CaredProcess } = require('../stacks/cared-process');
const { takeIntoCare } = require('../stacks/cleanup');
const { claimPort, isPortTaken } = require('../stacks/free-port');
const { runToEnd } = require('../stacks/run-to-end');
const { untilAnswers } = require('./ask');
const { KINDS } = require('./kinds');

/**
 * @typedef {import('./declared').Declared} Declared
 * @typedef {import('./services').ServiceName} ServiceName
 * @typedef {import('./start-services').Attempt} Attempt
 */

const HOST = '127.0.0.1';
const READY_WITHIN_MILLIS = 60_000;
/** Somebody else may take the free port between our look and the server's. */
const ATTEMPTS = 3;
/** Where distributions keep servers that are not on everybody's PATH. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/**
 * @param {ServiceName} name
 * @param {Declared} declared
 * @param {{ environment: NodeJS.ProcessEnv, onProgress: (text: string) => void }} options
 * @returns {Promise<Attempt>}
 */
async function fromProgram(name, declared, { environment, onProgress }) {
  const { programs } = declared;
  const program = programs.map((each) => find(each, environment)).find((found) => found !== null);
  if (!program) return { reason: `there is no ${programs.join(' or ')} on the PATH` };
  onProgress(`starting ${program}`);
  for (let attempt = 1; ; attempt++) {
    const { reason, ...started } = await startProgram(name, program, declared.environment);
    if (reason === undefined) return started;
    if (!isPortTaken(reason) || attempt === ATTEMPTS) return { reason };
  }
}

/**
 * @param {string} program
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string | null} its path
 */
function find(program, { PATH = '' }) {
  const folders = [...PATH.split(path.delimiter), ...MORE_FOLDERS];
  const paths = folders.filter(Boolean).map((folder) => path.join(folder, program));
  return paths.find((file) => fs.existsSync(file)) ?? null;
}

/**
 * @param {ServiceName} name
 * @param {string} program
 * @param {string} variable
 * @returns {Promise<Attempt>}
 */
async function startProgram(name, program, variable) {
  const { port, folder } = await claimPort(HOST);
  const { child, reason } = await spawnProgram(name, program, { port, folder });
  if (child === undefined) return { reason };
  const url = KINDS[name].url(`${HOST}:${port}`);
  const whyEnded = async () => {
    const ending = child.howItEnded();
    return ending === null ? null : `${ending}; it wrote: ${child.lastOutput()}`;
  };
  try {
    const product = await untilAnswers(name, url, { withinMillis: READY_WITHIN_MILLIS, whyEnded });
    const description = `${product} (program)`;
    return {
      service: { name, variable, url, source: 'program', description, notRun: null },
      stop: () => child.end(),
    };
  } catch (error) {
    await child.end();
    return { reason: `${program}: ${/** @type {Error} */ (error).message}` };
  }
}

/**
 * @param {ServiceName} name
 * @param {string} program
 * @param {{ port: number, folder: string }} place
 * @returns {Promise<{ child?: CaredProcess, reason?: string }>}
 */
async function spawnProgram(name, program, { port, folder }) {
  const care = takeIntoCare({ folder });
  try {
    const run = (/** @type {string[]} */ command) => outputOf(command, folder);
    const command = await KINDS[name].command(program, { folder, port, run });
    return { child: new CaredProcess(command, { cwd: folder, folder }) };
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    return { reason: `${program}: ${/** @type {Error} */ (error).message}` };
  } finally {
    care.release();
  }
}

/**
 * @param {string[]} command
 * @param {string} folder
 * @returns {Promise<string>} what it wrote
 * @throws {Error} it did not end well
 */
async function outputOf(command, folder) {
  const { exitCode, output } = await runToEnd(command, folder);
  if (exitCode === 0) return output;
  throw new Error(`${command[0]} ended with exit code ${exitCode}; it wrote: ${output.trim()}`);
}

module.exports = { fromProgram };
