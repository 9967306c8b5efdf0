/** The options that commands share, read and refused with a reason. */
'use strict';

const { InvalidArgumentError, Option } = require('commander');

const SECONDS_DEFAULT = 1.5;
/** Many short slices in turn tell more of a ratio than few long ones. */
const BARE_SECONDS_DEFAULT = 0.5;
const SECONDS_MIN = 0.1;
const SECONDS_MAX = 600;
const CONNECTIONS_MAX = 1_000;
const REPORT_DEFAULT = 'report.json';

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
  const text = `length of each slice (default: ${SECONDS_DEFAULT}; with --bare ${BARE_SECONDS_DEFAULT})`;
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
function connectionsOption() {
  const text = 'how many load each server at once, 1 to 1000 (default: as the contract says)';
  return new Option('--connections <number>', text).argParser(connections);
}

/**
 * @param {string} typed
 * @returns {number}
 */
function connections(typed) {
  if (/^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= CONNECTIONS_MAX) {
    return Number(typed);
  }
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${CONNECTIONS_MAX}.`);
}

/**
 * @param {string} typed
 * @returns {number}
 */
function seconds(typed) {
  const value = Number(typed);
  if (typed.trim() !== '' && value >= SECONDS_MIN && value <= SECONDS_MAX) return value;
  throw new InvalidArgumentError(`Expected a number from ${SECONDS_MIN} to ${SECONDS_MAX}.`);
}

/**
 * @param {{ seconds?: number, bare?: boolean }} options
 * @returns {number}
 */
function sliceSeconds({ seconds: typed, bare }) {
  return typed ?? (bare ? BARE_SECONDS_DEFAULT : SECONDS_DEFAULT);
}

module.exports = {
  sliceSeconds,
  stackOption,
  workloadOption,
  secondsOption,
  connectionsOption,
  besideOption,
  reportOption,
};
