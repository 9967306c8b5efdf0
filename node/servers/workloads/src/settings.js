// Reads what a server is told by its environment.
'use strict';

/**
 * @typedef {object} Urls of the backing services; a server does without them until one is asked for
 * @property {string | undefined} redis
 * @property {string | undefined} mysql
 * @property {string | undefined} mongodb
 */

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{ host: string, port: number, workers: number | undefined, urls: Urls }}
 */
function settings({ HOST = '127.0.0.1', PORT = '3000', WORKERS, ...others }) {
  return {
    host: HOST,
    port: number('PORT', PORT, 0, 65_535),
    workers: WORKERS === undefined ? undefined : number('WORKERS', WORKERS, 1, 1_024),
    urls: { redis: others.REDIS_URL, mysql: others.MYSQL_URL, mongodb: others.MONGODB_URL },
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
