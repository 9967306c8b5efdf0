// Reads what a server is told by its environment.
'use strict';

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{ host: string, port: number, workers: number | undefined }}
 */
function settings({ HOST = '127.0.0.1', PORT = '3000', WORKERS }) {
  return {
    host: HOST,
    port: number('PORT', PORT, 0, 65_535),
    workers: WORKERS === undefined ? undefined : number('WORKERS', WORKERS, 1, 1_024),
  };
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} least
 * @param {number} most
 */
function number(name, text, least, most) {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  console.error(`The environment variable ${name} must be ${least} to ${most}, not "${text}".`);
  return process.exit(2);
}

module.exports = { settings };
