/** The options that commands share, read and refused with a reason. */
'use strict';

const { InvalidArgumentError, Option } = require('commander');
const { PAIRS_DEFAULT } = require('../measure/plan');

/** Many short slices in turn tell more of a ratio than few long ones: the evidence is in their number. */
const SECONDS_DEFAULT = 0.15;
const SECONDS_MIN = 0.1;
const SECONDS_MAX = 600;
const CONNECTIONS_MAX = 1_000;
const PAIRS_MAX = 100;
const REPORT_DEFAULT = 'report.json';
const MINUTES_DEFAULT = 15;
const COMPARE_MINUTES_DEFAULT = 10;
const MINUTES_MIN = 0.1;
const MINUTES_MAX = 1440;
/** A p99 wants 2,000 requests; where they take longer it is left to --full. */
const P99_SECONDS_MAX = 2.5;
const P99_SECONDS_MAX_FULL = 60;
const SEED_MAX = 2 ** 32 - 1;
const SLACK_DEFAULT = 0.2;
const CALIBRATION_BLOCKS = 6;
const CALIBRATION_ROUNDS = 3;
const CALIBRATION_ROUNDS_MAX = 20;
const CALIBRATION_BLOCKS_MIN = 4;
const CALIBRATION_BLOCKS_MAX = 1_000;

/** @typedef {{ stack?: string[], workload?: string[] }} Choice */

/** @returns {Option} */
function stackOption() {
  return new Option(
    '--stack <id...>',
    'only these stacks (node/express) or variants (node/express:cluster)',
  );
}

/** @returns {Option} */
function workloadOption() {
  return new Option('--workload <name...>', 'only these workloads (hello, hash, ...)');
}

/** @returns {Option} */
function secondsOption() {
  const text = `length of each slice of throughput (default: ${SECONDS_DEFAULT})`;
  return new Option('--seconds <number>', text).argParser(seconds);
}

/** @returns {Option} */
function reportOption() {
  return new Option('--report <file>', 'where the report goes').default(REPORT_DEFAULT);
}

/** @returns {Option} */
function besideOption() {
  const text =
    'compare the stacks with this one, slice beside slice: the ratio of their throughput';
  return new Option('--beside <id>', text).conflicts('bare');
}

/** @returns {Option} */
function pairsOption() {
  const text = `pairs of fresh processes that are compared with --beside (default: ${PAIRS_DEFAULT})`;
  return new Option('--pairs <number>', text).argParser((typed) =>
    wholeWithin(typed, 1, PAIRS_MAX),
  );
}

/** @returns {Option} */
function connectionsOption() {
  const text = 'how many load each server at once, 1 to 1000 (default: as the contract says)';
  return new Option('--connections <number>', text).argParser(connections);
}

/** @returns {Option} */
function warmUpOption() {
  const text =
    'how long each server is loaded before its slice, at least (default: until its speed levels off)';
  return new Option('--warm-up <seconds>', text).argParser(seconds).conflicts(['bare', 'beside']);
}

/** @returns {Option} */
function minutesOption() {
  const text = `how long measuring may take (default: ${MINUTES_DEFAULT}; with --full without end)`;
  return new Option('--max-minutes <number>', text).argParser((typed) =>
    numberWithin(typed, MINUTES_MIN, MINUTES_MAX),
  );
}

/** @returns {Option} */
function compareMinutesOption() {
  const text = 'how long measuring may take';
  return new Option('--minutes <number>', text)
    .argParser((typed) => numberWithin(typed, MINUTES_MIN, MINUTES_MAX))
    .default(COMPARE_MINUTES_DEFAULT);
}

/** @returns {Option} */
function quietOption() {
  return new Option('--quiet', 'print nothing but the end of the run, and errors');
}

/** @returns {Option} */
function verboseOption() {
  return new Option('--verbose', 'print all that was found, however long, and every figure');
}

/** @returns {Option} */
function seedOption() {
  const text = 'the order within the blocks as in the run that printed this seed';
  return new Option('--seed <number>', text).argParser((typed) => wholeWithin(typed, 0, SEED_MAX));
}

/** @returns {Option} */
function slackOption() {
  const text = 'share by which throughput may fall; p99 may rise by ten times as much';
  return new Option('--slack <number>', text)
    .argParser((typed) => numberWithin(typed, 0, 0.99))
    .default(SLACK_DEFAULT);
}

/** @returns {Option} */
function roundsOption() {
  const text = 'how often all is measured with fresh processes';
  return new Option('--rounds <number>', text)
    .argParser((typed) => wholeWithin(typed, 1, CALIBRATION_ROUNDS_MAX))
    .default(CALIBRATION_ROUNDS);
}

/** @returns {Option} */
function blocksOption() {
  return new Option(
    '--blocks <number>',
    'how many of p99 are measured of each workload in a round (of throughput three times as many)',
  )
    .argParser((typed) => wholeWithin(typed, CALIBRATION_BLOCKS_MIN, CALIBRATION_BLOCKS_MAX))
    .default(CALIBRATION_BLOCKS);
}

/** @returns {Option} */
function onlyOption() {
  const text =
    'measure and write limits of this alone; the other ones stay (p99 takes most of the time)';
  return new Option('--only <what>', text).choices(['throughput', 'p99']);
}

/**
 * @param {string} typed
 * @returns {number}
 */
function connections(typed) {
  return wholeWithin(typed, 1, CONNECTIONS_MAX);
}

/**
 * @param {string} typed
 * @returns {number}
 */
function seconds(typed) {
  return numberWithin(typed, SECONDS_MIN, SECONDS_MAX);
}

/**
 * @param {string} typed
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
function wholeWithin(typed, least, most) {
  if (/^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most) return Number(typed);
  throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
}

/**
 * @param {string} typed
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
function numberWithin(typed, least, most) {
  const value = Number(typed);
  if (typed.trim() !== '' && value >= least && value <= most) return value;
  throw new InvalidArgumentError(`Expected a number from ${least} to ${most}.`);
}

/**
 * @param {{ seconds?: number, maxMinutes?: number, full?: boolean, everyP99?: boolean, warmUp?: number }} options
 * @returns {Pick<import('../measure/measurement').MeasureOptions, 'seconds' | 'minutesMax' | 'p99SecondsMax' | 'leastWarmUpSeconds' | 'isRuntimeAsked'>}
 *   runtimes are asked with --full alone: a JVM takes seconds to start once more
 */
function timesOf({ seconds: typed, maxMinutes, full = false, everyP99 = false, warmUp }) {
  return {
    seconds: typed ?? SECONDS_DEFAULT,
    minutesMax: maxMinutes ?? (full ? Infinity : MINUTES_DEFAULT),
    p99SecondsMax: full || everyP99 ? P99_SECONDS_MAX_FULL : P99_SECONDS_MAX,
    leastWarmUpSeconds: warmUp,
    isRuntimeAsked: full,
  };
}

module.exports = {
  REPORT_DEFAULT,
  timesOf,
  minutesOption,
  compareMinutesOption,
  seedOption,
  quietOption,
  verboseOption,
  slackOption,
  blocksOption,
  onlyOption,
  roundsOption,
  stackOption,
  workloadOption,
  secondsOption,
  connectionsOption,
  warmUpOption,
  besideOption,
  pairsOption,
  reportOption,
};
