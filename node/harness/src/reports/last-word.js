/** The last lines of a run: what came of it, what to do next, and where the report is. */
'use strict';

const { seenText } = require('./limit-message');
const { problemsOf } = require('./problems');
const { endingOf, isOfBase } = require('./report');
const { safeText } = require('./safe-text');

/**
 * @typedef {import('../measure/comparison').ComparisonOutcome} ComparisonOutcome
 * @typedef {import('../measure/decision').MetricOutcome} MetricOutcome
 * @typedef {import('./report').Report} Report
 */

const ENDINGS = {
  pass: 'passed',
  fail: 'FAILED',
  inconclusive: 'INCONCLUSIVE',
  invalid: 'INVALID',
};
/** So that the end of a run fits a screen; the page has all. */
const FAILED_MAX = 10;
const OTHERS_MAX = 3;
const CHARACTERS_MAX = 300;

/**
 * @param {Report} report
 * @param {string | undefined} file where it is
 * @param {string} [page] that shows it
 * @returns {string[]} lines
 */
function lastWord(report, file, page) {
  const { gate } = report;
  const judged = gate ? judgedMetrics(gate.comparisons) : [];
  const counted = judged.length > 0 ? `: ${countText(judged)}` : '';
  return [
    `${endingText(report, judged)}${counted}`,
    ...(gate ? detailLines(gate) : []),
    ...(isUnexplained(report) ? named('failed', problemsOf(withoutBase(report)), OTHERS_MAX) : []),
    ...named('base', problemsOf(ofBase(report)), OTHERS_MAX),
    ...named('left out', (report.notCompared ?? []).map(notComparedText), OTHERS_MAX),
    ...(gate ? nextLines(report, gate, file) : []),
    ...(file ? [`  report       ${file}`] : []),
    ...(page ? [`  to look at   ${page}`] : []),
  ].map((line) => safeText(line, CHARACTERS_MAX));
}

/**
 * @param {Report} report
 * @param {Judged[]} judged
 * @returns {string} what thresholds.json lets pass has not passed where most limits are open, and of two revisions where any is
 */
function endingText(report, judged) {
  const ending = endingOf(report);
  const verdict = report.gate?.verdict ?? ending;
  const passed = judged.filter(({ metric }) => metric.verdict === 'pass').length;
  const isOpen = report.revisions !== undefined || passed < judged.length / 2;
  const isLet = isOpen && ending === 'pass' && verdict !== 'pass';
  return isLet ? `${ENDINGS[verdict]}, which thresholds.json lets pass` : ENDINGS[ending];
}

/** @typedef {{ comparison: ComparisonOutcome, metric: MetricOutcome }} Judged */

/**
 * @param {ComparisonOutcome[]} comparisons
 * @returns {Judged[]}
 */
function judgedMetrics(comparisons) {
  return comparisons.flatMap((comparison) =>
    comparison.metrics
      .filter(({ verdict }) => verdict !== null)
      .map((metric) => ({ comparison, metric })),
  );
}

/** @param {Judged[]} judged */
function countText(judged) {
  const count = (/** @type {MetricOutcome['verdict']} */ wanted) =>
    judged.filter(({ metric }) => metric.verdict === wanted).length;
  const parts = [
    [count('pass'), 'passed'],
    [count('fail'), 'failed'],
    [count('inconclusive'), 'undecided'],
    [count('invalid'), 'not to be trusted'],
  ];
  const told = parts.filter(([times], at) => at === 0 || Number(times) > 0);
  return `${judged.length} limits judged, ${told.map((part) => part.join(' ')).join(', ')}`;
}

/**
 * @param {NonNullable<Report['gate']>} gate
 * @returns {string[]}
 */
function detailLines({ comparisons, culprits }) {
  const of = (/** @type {ComparisonOutcome['verdict']} */ wanted) =>
    comparisons.filter(({ verdict }) => verdict === wanted);
  const failed = of('fail');
  return [
    ...named(
      'failed',
      [...culprits, ...failed.filter(({ faults }) => faults.length > 0).map(faultText)],
      FAILED_MAX,
    ),
    ...named('undecided', undecidedIn(comparisons), OTHERS_MAX),
    ...named(
      'not trusted',
      of('invalid').map((each) => `${nameOf(each)}: ${each.invalid}`),
      OTHERS_MAX,
    ),
    ...(culprits.length + judgedMetrics(comparisons).length > 0 ? notJudgedLines(comparisons) : []),
  ];
}

/**
 * @param {ComparisonOutcome[]} comparisons
 * @returns {string[]} metrics, with what would have been seen
 */
function undecidedIn(comparisons) {
  return judgedMetrics(comparisons)
    .filter(({ metric }) => metric.verdict === 'inconclusive')
    .map(({ metric }) => `${metric.name}${seenText(metric)}`);
}

/**
 * @param {Report} report
 * @returns {boolean} whether it fails, and not for what the gate has found
 */
function isUnexplained(report) {
  return endingOf(report) === 'fail' && report.gate !== null && report.gate.verdict !== 'fail';
}

/**
 * @param {Report} report
 * @returns {Report}
 */
function withoutBase(report) {
  return { ...report, stacks: report.stacks.filter((stack) => !isOfBase(stack)) };
}

/**
 * @param {Report} report
 * @returns {Report}
 */
function ofBase(report) {
  return { ...report, stacks: report.stacks.filter(isOfBase), services: [] };
}

/** @param {ComparisonOutcome} comparison */
function nameOf({ subject, workload }) {
  return `${subject} ${workload}`;
}

/** @param {NonNullable<Report['notCompared']>[number]} left */
function notComparedText({ stack, reason }) {
  return `${stack}: ${reason}`;
}

/** @param {ComparisonOutcome} comparison */
function faultText(comparison) {
  return `${nameOf(comparison)}: ${comparison.faults[0]}`;
}

/**
 * @param {string} title
 * @param {string[]} what
 * @param {number} most
 * @returns {string[]} a line each, and one for those that are too many
 */
function named(title, what, most) {
  const shown = what.slice(0, most).map((each) => `  ${title.padEnd(11)}  ${each}`);
  const left = what.length - most;
  return left > 0 ? [...shown, `  ${''.padEnd(11)}  and ${left} more`] : shown;
}

/**
 * @param {ComparisonOutcome[]} comparisons
 * @returns {string[]} a line for each reason
 */
function notJudgedLines(comparisons) {
  /** @type {Map<string, string[]>} */
  const byReason = new Map();
  const add = (/** @type {string} */ reason, /** @type {string} */ name) =>
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  for (const comparison of comparisons) {
    for (const told of comparison.notMeasured) {
      const [, name, reason] = /** @type {RegExpExecArray} */ (/^(\S+ \S+): (.*)$/s.exec(told));
      add(reason, name);
    }
    const isTold = comparison.notMeasured.length > 0;
    if (comparison.notJudged !== null && !isTold) add(comparison.notJudged, nameOf(comparison));
  }
  return [...byReason].map(([reason, names]) => {
    const shown = names.length > 1 ? `${names.length}, such as ${names[0]}` : names[0];
    return `  not judged   ${shown}: ${reason}`;
  });
}

/**
 * @param {Report} report
 * @param {NonNullable<Report['gate']>} gate
 * @param {string | undefined} file where the report is
 * @returns {string[]}
 */
function nextLines({ revisions }, { comparisons, blocksFile }, file) {
  const open = comparisons.filter(({ verdict }) => verdict !== null && verdict !== 'pass');
  if (open.length === 0) return [];
  const isAllFailed = open.every(({ verdict }) => verdict === 'fail');
  const next =
    revisions !== undefined && file !== undefined && !isAllFailed
      ? `npx loadline compare --base ${revisions.base.name} --resume ${file} (goes on with these pairs)`
      : `${againText(open, revisions)} (measures just this again)`;
  return [
    `  next         ${next}`,
    ...(blocksFile === null ? [] : [`  raw blocks   ${blocksFile}`]),
  ];
}

/**
 * @param {ComparisonOutcome[]} open
 * @param {Report['revisions']} revisions
 * @returns {string} the command
 */
function againText(open, revisions) {
  const stacks = [...new Set(open.map(({ subject }) => subject))].join(' ');
  const workloads = [...new Set(open.map(({ workload }) => workload))].join(' ');
  const isBare = open.some(({ metrics }) => metrics.some(({ key }) => key.includes('OfBare')));
  const measure = isBare ? 'measure --bare' : 'measure';
  const command = revisions === undefined ? measure : `compare --base ${revisions.base.name}`;
  return `npx loadline ${command} --stack ${stacks} --workload ${workloads}`;
}

module.exports = { ENDINGS, lastWord };
