/** Finds or starts services in the design's order: environment, Docker, a server program, the embedded ones. */
'use strict';

const { loadDeclared } = require('./declared');
const { findEngine, fromDocker } = require('./from-docker');
const { fromEmbedded } = require('./from-embedded');
const { fromEnvironment } = require('./from-environment');
const { fromProgram } = require('./from-program');
const { Services } = require('./services');

/**
 * @typedef {import('./declared').Declared} Declared
 * @typedef {import('./services').Service} Service
 * @typedef {import('./services').ServiceName} ServiceName
 */

/**
 * What came of one source: a service that answers, or why there is none.
 *
 * @typedef {object} Attempt
 * @property {Service} [service]
 * @property {() => Promise<void>} [stop]
 * @property {string} [reason]
 */

/**
 * @typedef {object} StartServicesOptions
 * @property {string} root the house
 * @property {NodeJS.ProcessEnv} [environment] in which URLs and the PATH are looked up
 * @property {(text: string) => void} [onProgress]
 * @property {typeof findEngine} [engine] how Docker is found
 */

/**
 * @param {ServiceName[]} names
 * @param {StartServicesOptions} options
 * @returns {Promise<Services>} each once it truly answers, or with the reason why there is none
 * @throws {import('../input/invalid-input').InvalidInput} contracts/services.json or a URL in the environment
 *   cannot be used
 */
async function startServices(names, options) {
  const { root, environment = process.env, onProgress = () => {}, engine = findEngine } = options;
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Services([], async () => {});
  const declared = loadDeclared(root);
  const given = await fromEnvironment(wanted, declared, environment);
  const rest = wanted.filter((name) => !given.some((service) => service.name === name));
  const attempts = await startRest(rest, declared, { root, environment, onProgress, engine });
  const started = rest.map(
    (name, at) => attempts[at].service ?? missing(name, declared, attempts[at]),
  );
  const all = wanted.map((name) => [...given, ...started].find((each) => each.name === name));
  return new Services(/** @type {Service[]} */ (all), async () => {
    await Promise.all(attempts.map(({ stop }) => stop?.()));
  });
}

/**
 * @param {ServiceName[]} names
 * @param {Record<ServiceName, Declared>} declared
 * @param {Required<StartServicesOptions>} options
 * @returns {Promise<Attempt[]>} one for each name
 */
async function startRest(names, declared, options) {
  if (names.length === 0) return [];
  const engine = await options.engine();
  const attempts = await Promise.all(
    names.map((name) => fromMachine(name, declared[name], engine, options)),
  );
  const without = names.filter((_, at) => attempts[at].service === undefined);
  if (without.length === 0) return attempts;
  const embedded = await fromEmbedded(without, declared, options);
  return names.map((name, at) => {
    const last = embedded[without.indexOf(name)];
    return last ? { ...last, reason: `${attempts[at].reason}; ${last.reason}` } : attempts[at];
  });
}

/**
 * @param {ServiceName} name
 * @param {Declared} declared
 * @param {import('./service-container').Engine | null} engine
 * @param {Required<StartServicesOptions>} options
 * @returns {Promise<Attempt>}
 */
async function fromMachine(name, declared, engine, options) {
  const docker = await fromDocker(name, declared, engine, options);
  if (docker.service) return docker;
  const program = await fromProgram(name, declared, options);
  return program.service ? program : { reason: `${docker.reason}; ${program.reason}` };
}

/**
 * @param {ServiceName} name
 * @param {Record<ServiceName, Declared>} declared
 * @param {Attempt} attempt
 * @returns {Service}
 */
function missing(name, declared, { reason }) {
  const { name: title, environment: variable, programs } = declared[name];
  const notRun =
    `${title} is not there (${reason}): set ${variable}, start Docker, install ${programs[0]}, ` +
    `or install JDK 17 and Maven`;
  return { name, variable, url: null, source: null, description: `no ${title}`, notRun };
}

module.exports = { startServices };
