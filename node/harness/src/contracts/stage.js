/** What a step has at hand while it runs, and how steps are run one after the other, each within its time. */
'use strict';

const { setMaxListeners } = require('node:events');
const { pointerTo } = require('../input/invalid-input');
const { replaceWordsInStep } = require('./words');

/** @typedef {import('./hold-response').Mismatch} Mismatch */
/** @typedef {import('./load-contracts').Step} Step */

/**
 * The part of a started server that cases need.
 *
 * @typedef {import('../stacks/server').Server} Server
 */

/**
 * A mismatch with the step in which it was found.
 *
 * @typedef {Mismatch & { step: string }} StepMismatch `step` such as `2 of 3: GET /hash?input=a`
 */

/**
 * @typedef {object} Stage
 * @property {Server} server
 * @property {import('./load-contracts').Contract} contract
 * @property {import('./words').Words} words
 * @property {import('./http-exchange').Exchange} exchange
 * @property {import('../services/relay').Relay | null} relay between the server and its contract's service
 * @property {() => Promise<void>} startAgain puts a fresh server in the place of one that has ended
 * @property {() => number} filesSinceBegin how many temporary files there are more than when the case, or this server, began
 * @property {number} timeoutMillis how long each step may take
 * @property {AbortSignal} signal ends the step that runs; what it has opened is closed then
 * @property {(pointer: string, expected: string) => void} awaits tells what the step waits for, for the time-out's message
 * @property {(steps: Step[], pointer: string, changes?: Partial<Pick<Stage, 'words' | 'exchange'>>) => Promise<StepMismatch[]>} runNested runs steps within a step, on a stage with these changes; `pointer` from the step's own place
 */

/** @typedef {(step: any, stage: Stage) => Promise<Mismatch[]>} StepRunner */

/**
 * @typedef {object} StepKind
 * @property {StepRunner} run
 * @property {(step: any) => string} name
 * @property {number} [moreMillis] what it may take over the time of other steps
 */

/**
 * Runs steps until one does not hold.
 *
 * @param {Step[]} steps
 * @param {string} pointer to them
 * @param {Omit<Stage, 'signal' | 'awaits' | 'runNested'>} setting
 * @param {(step: Step) => StepKind} kindOf
 * @param {AbortSignal} [outer] ends them all
 * @returns {Promise<StepMismatch[]>} what the first step that does not hold found
 */
async function runSteps(steps, pointer, setting, kindOf, outer) {
  for (const [index, raw] of steps.entries()) {
    const step = replaceWordsInStep(raw, setting.words);
    const kind = kindOf(step);
    const label = `${index + 1} of ${steps.length}: ${kind.name(step)}`;
    const place = pointer + pointerTo(index);
    const found = await runWithinTime(kind, step, setting, kindOf, outer);
    if (found.length > 0) {
      return found.map((mismatch) => ({
        ...mismatch,
        pointer: place + mismatch.pointer,
        step: 'step' in mismatch ? `${label}, ${mismatch.step}` : label,
      }));
    }
  }
  return [];
}

/**
 * @param {StepKind} kind
 * @param {Step} step
 * @param {Omit<Stage, 'signal' | 'awaits' | 'runNested'>} setting
 * @param {(step: Step) => StepKind} kindOf
 * @param {AbortSignal} [outer]
 * @returns {Promise<(Mismatch | StepMismatch)[]>}
 */
async function runWithinTime(kind, step, setting, kindOf, outer) {
  const ending = new AbortController();
  const signal = outer ? AbortSignal.any([outer, ending.signal]) : ending.signal;
  // A step may open a thousand connections, and each listens.
  setMaxListeners(0, signal);
  let awaited = { pointer: '', expected: kind.name(step) };
  const stage = {
    ...setting,
    signal,
    awaits: (/** @type {string} */ pointer, /** @type {string} */ expected) => {
      awaited = { pointer, expected };
    },
    runNested: (
      /** @type {Step[]} */ steps,
      /** @type {string} */ pointer,
      /** @type {object | undefined} */ changes,
    ) => runSteps(steps, pointer, changes ? { ...setting, ...changes } : setting, kindOf, signal),
  };
  const timeoutMillis = setting.timeoutMillis + (kind.moreMillis ?? 0);
  const late = new Promise((resolve) => {
    const timer = setTimeout(() => resolve('late'), timeoutMillis);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
  const outcome = kind.run(step, stage).catch((error) => failure(error, awaited));
  const first = await Promise.race([outcome, late]).finally(() => ending.abort());
  const inTime = first !== 'late';
  const found = await outcome;
  if (inTime) return found;
  return [{ ...awaited, what: '', actual: `no answer within ${timeoutMillis} ms` }];
}

/**
 * What went wrong on the way is a finding about the server; anything else is our own mistake.
 *
 * @param {NodeJS.ErrnoException} error
 * @param {{ pointer: string, expected: string }} awaited
 * @returns {Mismatch[]}
 */
function failure(error, awaited) {
  if (error.code === undefined && error.name !== 'AbortError') throw error;
  return [{ ...awaited, what: '', actual: `${error.message || error.code}` }];
}

module.exports = { runSteps };
