/** The table of verdicts: a block for each workload, stacks down, with estimate, interval and limit of each metric. */
'use strict';

const { LIMIT_KINDS } = require('../thresholds/limits');
const { columns } = require('./columns');
const { intervalText, limitFigure, messagesOf } = require('./limit-message');
const { safeText } = require('./safe-text');

/**
 * @typedef {import('../measure/cell').CellOutcome} CellOutcome
 * @typedef {import('../measure/trial').MetricOutcome} MetricOutcome
 * @typedef {import('./report').GateReport} GateReport
 */

const NONE = '-';
const SHOWN = { pass: 'pass', fail: 'FAIL', inconclusive: 'inconclusive', invalid: 'INVALID' };
const HEAD = ['verdict', 'throughput', 'required', 'p99', 'required', 'blocks'];
const MESSAGE_CHARACTERS_MAX = 2000;

/**
 * @param {GateReport} gate
 * @returns {string}
 */
function gateTable(gate) {
  const workloads = [...new Set(gate.cells.map(({ workload }) => workload))];
  const rows = workloads.flatMap((name) => [
    [name, ...HEAD],
    ...gate.cells.filter(({ workload }) => workload === name).map(row),
    ['', ...HEAD.map(() => '')],
  ]);
  return [
    `Verdicts (relative to the yardstick of the language, or as the limit says; with ${confidence(gate)} % intervals)`,
    ...columns(rows),
    ...messageLines(gate),
    ...noteLines(gate),
  ].join('\n');
}

/**
 * @param {GateReport} gate
 * @returns {number} percent: each end of an interval is wrong at the rate that the gate allows
 */
function confidence({ falseAlarm, missed }) {
  return Math.round(100 * (1 - 2 * Math.max(falseAlarm, missed)));
}

/**
 * @param {CellOutcome} cell
 * @returns {string[]}
 */
function row({ stack, verdict, metrics }) {
  const of = (/** @type {string} */ kind) =>
    metrics.find(({ key }) => LIMIT_KINDS[key].kind === kind);
  const blocks = Math.max(0, ...metrics.map((metric) => metric.blocks));
  return [
    stack,
    verdict === null ? 'not judged' : SHOWN[verdict],
    ...metricCells(of('throughput')),
    ...metricCells(of('p99')),
    blocks === 0 ? NONE : String(blocks),
  ];
}

/**
 * @param {MetricOutcome | undefined} metric
 * @returns {string[]} measured, and required
 */
function metricCells(metric) {
  if (!metric) return [NONE, NONE];
  const { key, limit, measured, interval } = metric;
  const within = intervalText(key, interval);
  const sign = LIMIT_KINDS[key].sense === 'min' ? '>=' : '<=';
  return [
    measured === null
      ? NONE
      : `${limitFigure(key, measured)}${within === '' ? '' : ` (${within})`}`,
    `${sign} ${limitFigure(key, limit)}`,
  ];
}

/** @param {GateReport} gate */
function messageLines(gate) {
  const messages = gate.cells.flatMap(messagesOf);
  const own = messages.map((message) => safeText(message, MESSAGE_CHARACTERS_MAX));
  if (gate.verdict === 'fail' && !gate.cells.some(({ verdict }) => verdict === 'fail')) {
    own.push('the evidence of all metrics together fails the run; no single one can be named');
  }
  return own.flatMap((message) => [message, '']);
}

/** @param {GateReport} gate */
function noteLines({ cells, seed, blocksFile }) {
  const again = cells.flatMap(({ metrics }) => metrics.filter(({ earlier }) => earlier.length > 0));
  return [
    ...notMeasuredLines(cells),
    ...again.map(askedAgain),
    ...(blocksFile === null ? [] : [`raw blocks: ${blocksFile} (loadline judge ${blocksFile})`]),
    `order of the blocks by seed ${seed}`,
    '',
  ];
}

/**
 * @param {GateReport['cells']} cells
 * @returns {string[]} such as `not measured: hello.p99, hash.p99: a slice takes 1.0 s, ...`, one for each reason
 */
function notMeasuredLines(cells) {
  /** @type {Map<string, Set<string>>} */
  const metrics = new Map();
  for (const told of cells.flatMap(({ notMeasured }) => notMeasured)) {
    const [, metric, reason] = /** @type {RegExpExecArray} */ (/^\S+ (\S+): (.*)$/s.exec(told));
    metrics.set(reason, (metrics.get(reason) ?? new Set()).add(metric));
  }
  return [...metrics].map(([reason, names]) =>
    safeText(`not measured: ${[...names].join(', ')}: ${reason}`, MESSAGE_CHARACTERS_MAX),
  );
}

/**
 * @param {MetricOutcome} metric
 * @returns {string} such as `asked again: java/a hash.throughput was 0.222, of fresh processes 0.310`
 */
function askedAgain({ name, key, earlier, measured }) {
  const shown = (/** @type {number | null} */ value) =>
    value === null ? 'nothing' : limitFigure(key, value);
  const before = earlier.map(shown).join(', then ');
  return `asked again: ${name} was ${before}, of fresh processes ${shown(measured)}`;
}

module.exports = { gateTable };
