/** Services whose URL stands in the environment: taken as they are, or refused with every problem at once. */
'use strict';

const { InvalidInput } = require('../input/invalid-input');
const { untilAnswers } = require('./ask');

/**
 * @typedef {import('./declared').Declared} Declared
 * @typedef {import('./services').Service} Service
 * @typedef {import('./services').ServiceName} ServiceName
 * @typedef {import('../input/invalid-input').Problem} Problem
 */

const ANSWERS_WITHIN_MILLIS = 4_000;

/** @type {Record<ServiceName, string>} */
const EXPECTED = {
  redis: 'redis://host:port or redis://host:port/db',
  mysql: 'mysql://user:password@host:port/database',
  mongodb: 'mongodb://host:port/database',
};

/**
 * @param {ServiceName[]} names
 * @param {Record<ServiceName, Declared>} declared
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<Service[]>} those whose URL is set
 * @throws {InvalidInput} a URL that is none, or behind which nobody answers
 */
async function fromEnvironment(names, declared, environment) {
  const given = names.filter((name) => environment[declared[name].environment]);
  /** @type {Problem[]} */
  const problems = [];
  const found = await Promise.all(
    given.map(async (name) => {
      const typed = String(environment[declared[name].environment]);
      return take(name, declared[name], typed, problems);
    }),
  );
  if (problems.length > 0) throw new InvalidInput(problems);
  return found.filter((service) => service !== null);
}

/**
 * @param {ServiceName} name
 * @param {Declared} declared
 * @param {string} typed
 * @param {Problem[]} problems is added to
 * @returns {Promise<Service | null>}
 */
async function take(name, { name: title, environment: variable, scheme, port }, typed, problems) {
  const problem = (/** @type {string} */ expected, /** @type {string} */ actual) => {
    problems.push({ file: variable, pointer: '(environment)', expected, actual });
    return null;
  };
  const url = serviceUrl(typed, scheme, port);
  if (url === null) return problem(EXPECTED[name], JSON.stringify(withoutPassword(typed)));
  try {
    const product = await untilAnswers(name, url, { withinMillis: ANSWERS_WITHIN_MILLIS });
    const description = `${product} (environment)`;
    return { name, variable, url, source: 'environment', description, notRun: null };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return problem(`${title} at ${withoutPassword(url)}`, message);
  }
}

/**
 * @param {string} typed
 * @param {string} scheme
 * @param {number} port
 * @returns {string | null} the URL with its port; null when it is none of this service
 */
function serviceUrl(typed, scheme, port) {
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  const needsPath = scheme !== 'redis' && url.pathname.length < 2;
  if (url.protocol !== `${scheme}:` || url.hostname === '' || needsPath) return null;
  url.port ||= String(port);
  return url.href;
}

/**
 * @param {string} url
 * @returns {string} fit to be shown
 */
function withoutPassword(url) {
  return url.replace(/\/\/.*@/s, '//***@');
}

module.exports = { fromEnvironment, withoutPassword };
