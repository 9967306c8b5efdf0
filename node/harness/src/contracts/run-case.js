/** Runs one case of a contract against one server, which some cases end or start again. */
'use strict';

const { pointerTo } = require('../input/invalid-input');
const { httpExchange } = require('./http-exchange');
const { peakMemory } = require('./peak-memory');
const { runSteps } = require('./stage');
const { kindOf } = require('./steps');
const { freshWords } = require('./words');

/** @typedef {import('./load-contracts').Contract} Contract */
/** @typedef {import('./load-contracts').ContractCase} ContractCase */
/** @typedef {import('./stage').StepMismatch} StepMismatch */
/** @typedef {import('../services/services').ServiceName} ServiceName */
/** @typedef {import('../services/relay').Relay} Relay */
/** @typedef {import('../stacks/server').Server} Server */

/**
 * @typedef {object} CaseOptions
 * @property {() => Promise<Server>} [startAgain] starts another in the place of a server that has ended
 * @property {Map<ServiceName, Relay>} [relays] those between the running server and its services
 * @property {import('./http-exchange').Exchange} [exchange] how HTTP exchanges are made
 * @property {number} [timeoutMillis] how long a step may take whose case does not say (10,000)
 */

/**
 * @typedef {object} CaseResult
 * @property {string} caseId
 * @property {string} description
 * @property {'pass' | 'fail'} status
 * @property {StepMismatch[]} mismatches all that was wrong; pointers from the contract's root
 * @property {string} place the contract's file and the pointer to the case
 * @property {number} millis
 * @property {string} [ended] how the server ended, when it did though nobody had asked
 * @property {number} [stolenCpuShare] what other machines had of the CPU meanwhile, when that may be why it failed
 * @property {string} [stderr] the end of the server's standard error, when the case failed
 */

/** @typedef {Pick<CaseResult, 'mismatches' | 'ended' | 'stderr'>} Found */
/** @typedef {{ found: Found, last: Server }} Outcome `last` is the server that it ended with */

const TIMEOUT_MILLIS = 10_000;
/** A server that breaks its connections because it is dying needs a moment to be dead. */
const DYING_MILLIS = 200;
const MEBIBYTE = 1_048_576;

/**
 * @param {Server} server the stack's running server
 * @param {Contract} contract
 * @param {ContractCase} contractCase one of the contract's
 * @param {CaseOptions} [options]
 * @returns {Promise<CaseResult>} it never takes longer than its steps' time-outs; after a case with `ownServer` the
 *   server may have ended
 */
async function runCase(server, contract, contractCase, options = {}) {
  const began = Date.now();
  const { place = pointerTo('cases', contract.cases.indexOf(contractCase)) } = contractCase;
  const [pointer] = place.split(' ');
  const attempt = (/** @type {Server} */ on) =>
    onServer(on, contract, contractCase, pointer, options);
  const first = await attempt(server);
  const { found } = isPause(first) ? await attempt(first.last) : first;
  return {
    caseId: contractCase.id,
    description: contractCase.description,
    status: found.mismatches.length === 0 ? 'pass' : 'fail',
    place: `${contract.file} ${place}`,
    millis: Date.now() - began,
    ...found,
  };
}

/**
 * @param {ContractCase} contractCase
 * @returns {number} no case that keeps to its own time-outs takes longer, what its own server needs aside
 */
function longestMillis({ steps = [{ request: {} }], memory, timeoutMillis = TIMEOUT_MILLIS }) {
  const millis = [...steps, ...(memory?.warmUp ?? [])].map(
    (step) => timeoutMillis + (kindOf(step).moreMillis ?? 0),
  );
  return millis.reduce((sum, each) => sum + each);
}

/**
 * @param {Server} server
 * @param {Contract} contract
 * @param {ContractCase} contractCase
 * @param {string} pointer
 * @param {CaseOptions} options
 * @returns {Promise<Outcome>}
 */
async function onServer(server, contract, contractCase, pointer, options) {
  const relay = (contract.service && options.relays?.get(contract.service)) ?? null;
  const setting = settingOf(server, relay, contract, contractCase, options);
  relay?.resetPeak();
  try {
    const mismatches = await play(contractCase, pointer, setting);
    const last = setting.server;
    if (mismatches.length === 0) return { found: { mismatches }, last };
    const ended = await last.endedByItself(DYING_MILLIS);
    const stderr = last.stderr();
    return { found: { mismatches, stderr, ...(ended === null ? {} : { ended }) }, last };
  } finally {
    setting.server.bringTemporaryFolderBack();
    await relay?.up();
  }
}

/**
 * A machine that stands still for a moment makes any answer late: such a case is asked again.
 *
 * @param {Outcome} outcome
 */
function isPause({ found: { mismatches }, last }) {
  return mismatches.length > 0 && mismatches.every((each) => each.isPause) && last.running;
}

/**
 * @param {Server} given
 * @param {Relay | null} relay
 * @param {Contract} contract
 * @param {ContractCase} contractCase
 * @param {CaseOptions} options
 * @returns {Parameters<typeof runSteps>[2]}
 */
function settingOf(given, relay, contract, contractCase, options) {
  let server = given;
  let filesAtBegin = server.temporaryFiles();
  const { startAgain = () => notStartedAgain(given) } = options;
  return {
    get server() {
      return server;
    },
    relay,
    contract,
    words: freshWords(),
    exchange: options.exchange ?? httpExchange,
    startAgain: async () => {
      server = await startAgain();
      filesAtBegin = server.temporaryFiles();
    },
    filesSinceBegin: () => server.temporaryFiles() - filesAtBegin,
    timeoutMillis: contractCase.timeoutMillis ?? options.timeoutMillis ?? TIMEOUT_MILLIS,
  };
}

/**
 * @param {Server} server
 * @returns {never}
 */
function notStartedAgain({ id }) {
  throw new Error(`${id} was given, and nobody here knows how it is started again`);
}

/**
 * @param {ContractCase} contractCase
 * @param {string} pointer
 * @param {Parameters<typeof runSteps>[2]} setting
 * @returns {Promise<StepMismatch[]>}
 */
async function play({ request, response, steps, memory }, pointer, setting) {
  if (steps === undefined) {
    const found = await runSteps([{ request, response }], '', setting, kindOf);
    return found.map((each) => ({ ...each, pointer: pointer + each.pointer.replace(/^\/0/, '') }));
  }
  const run = () => runSteps(steps, `${pointer}/steps`, setting, kindOf);
  return memory === undefined ? run() : playWatched(memory, run, pointer, setting);
}

/**
 * @param {NonNullable<ContractCase['memory']>} memory
 * @param {() => Promise<StepMismatch[]>} run
 * @param {string} pointer
 * @param {Parameters<typeof runSteps>[2]} setting
 * @returns {Promise<StepMismatch[]>}
 */
async function playWatched({ growthMiBMax, warmUp = [] }, run, pointer, setting) {
  const cold = await runSteps(warmUp, `${pointer}/memory/warmUp`, setting, kindOf);
  if (cold.length > 0) return cold.map((each) => ({ ...each, step: `warm-up ${each.step}` }));
  const server = { residentBytes: () => setting.server.residentBytes() };
  const { result, growthBytes } = await peakMemory(server, run);
  return result.length > 0 ? result : memoryMismatches(growthMiBMax, growthBytes, pointer);
}

/**
 * @param {number} growthMiBMax
 * @param {number} growthBytes
 * @param {string} pointer
 * @returns {StepMismatch[]}
 */
function memoryMismatches(growthMiBMax, growthBytes, pointer) {
  if (growthBytes <= growthMiBMax * MEBIBYTE) return [];
  return [
    {
      step: 'all of them',
      pointer: `${pointer}/memory/growthMiBMax`,
      what: 'growth of resident memory',
      expected: `at most ${growthMiBMax} MiB`,
      actual: `${(growthBytes / MEBIBYTE).toFixed(1)} MiB`,
    },
  ];
}

module.exports = { runCase, longestMillis };
