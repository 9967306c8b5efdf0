/** What a run found, as Markdown for GitHub: the verdict first, one table, the messages, the machine and what it can resolve. */
'use strict';

const { median } = require('../judge/evidence');
const { LIMIT_KINDS } = require('../thresholds/limits');
const { duration } = require('./figures');
const { intervalText, limitFigure, messagesOf } = require('./limit-message');
const { codeBlock, inlineCode, markdownTable } = require('./markdown');
const { endingOf, isMissed } = require('./report');

/**
 * @typedef {import('../measure/comparison').ComparisonOutcome} ComparisonOutcome
 * @typedef {import('../measure/decision').MetricOutcome} MetricOutcome
 * @typedef {import('./report').GateReport} GateReport
 * @typedef {import('./report').Ending} Ending
 * @typedef {import('./report').Report} Report
 */

/** @typedef {{ comparison: ComparisonOutcome, metric: MetricOutcome }} Judged */

const TITLES = {
  pass: 'passed',
  fail: 'FAILED',
  inconclusive: 'inconclusive',
  invalid: 'not to be trusted',
};
const MARKS = { pass: 'pass', fail: '**FAIL**', inconclusive: 'undecided', invalid: 'invalid' };
const ORDER = ['fail', 'invalid', 'inconclusive', 'pass'];
const HEAD = ['verdict', 'stack', 'workload', 'what', 'measured', 'required'];
// Together they keep it below the 65,536 characters that GitHub lets a comment have, whatever a report holds.
const ROWS_MAX = 60;
const MESSAGES_MAX = 10;
const LINES_MAX = 10;
const NAME_CHARACTERS = 80;
const CELL_CHARACTERS = 100;
const LINE_CHARACTERS = 300;
const MESSAGE_CHARACTERS = 1_200;
const COMMIT_CHARACTERS = 12;
const NAMELESS = 'The evidence of all metrics together fails the run; no single one can be named.';

/**
 * @param {Report} report that a schema has been held against; its texts may be anything
 * @returns {string} Markdown, at most 60,000 characters, in which no text of the report means anything
 */
function summary(report) {
  const judged = judgedIn(report.gate);
  return [
    `## Loadline: ${verdictText(report)}`,
    '',
    ...sentences(report, judged),
    ...(judged.length > 0 ? tableLines(judged, report.revisions ? 'pairs' : 'blocks') : []),
    ...messageLines(report),
    ...listed('Not compared', (report.notCompared ?? []).map(notComparedText)),
    ...listed('Not judged', notJudged(report.gate)),
    ...machineLines(report, judged),
    ...listed('Notes', report.notes),
    '',
  ].join('\n');
}

/**
 * @param {GateReport | null} gate
 * @returns {Judged[]} worst first
 */
function judgedIn(gate) {
  const all = (gate?.comparisons ?? []).flatMap((comparison) =>
    comparison.metrics.map((metric) => ({ comparison, metric })),
  );
  const judged = all.filter(({ metric }) => metric.verdict !== null);
  const rank = (/** @type {Judged} */ { metric }) => ORDER.indexOf(String(metric.verdict));
  return judged.sort((one, other) => rank(one) - rank(other));
}

/** @param {Report} report */
function verdictText(report) {
  const ending = endingOf(report);
  const verdict = ending === 'fail' ? 'fail' : (report.gate?.verdict ?? ending);
  const isLet = ending === 'pass' && verdict !== 'pass';
  return `${TITLES[verdict]}${isLet ? ', which thresholds.json lets pass' : ''}`;
}

/**
 * @param {Report} report
 * @param {Judged[]} judged
 */
function sentences({ revisions, seconds }, judged) {
  const compared = revisions
    ? [`Head ${revisionText(revisions.head)} against base ${revisionText(revisions.base)}.`]
    : [];
  return [[...compared, countText(judged), `Took ${duration(seconds)}.`].join(' '), ''];
}

/** @param {import('./report').RevisionReport} revision */
function revisionText({ name, commit }) {
  const shown = commit?.slice(0, COMMIT_CHARACTERS) ?? null;
  const isNamed = commit === null || !commit.startsWith(name);
  const named = isNamed ? inlineCode(name, NAME_CHARACTERS) : '';
  const at = shown === null ? '' : inlineCode(shown, COMMIT_CHARACTERS);
  return [named, at].filter(Boolean).join(' at ');
}

/** @param {Judged[]} judged */
function countText(judged) {
  if (judged.length === 0) return 'Nothing was judged.';
  const count = (/** @type {Ending} */ wanted) =>
    judged.filter(({ metric }) => metric.verdict === wanted).length;
  const parts = [
    `${count('pass')} passed`,
    ...(count('fail') > 0 ? [`${count('fail')} failed`] : []),
    ...(count('inconclusive') > 0 ? [`${count('inconclusive')} undecided`] : []),
    ...(count('invalid') > 0 ? [`${count('invalid')} not to be trusted`] : []),
  ];
  return `${judged.length} limits judged: ${parts.join(', ')}.`;
}

/**
 * @param {Judged[]} judged
 * @param {string} unit of what was measured again and again
 */
function tableLines(judged, unit) {
  const shown = judged.slice(0, ROWS_MAX);
  const left = judged.length - shown.length;
  return [
    ...markdownTable([[...HEAD, unit], ...shown.map(row)]),
    '',
    ...(left > 0 ? [`and ${left} more in \`report.json\`.`, ''] : []),
  ];
}

/** @param {Judged} judged */
function row({ comparison: { subject, workload }, metric }) {
  const { key, verdict, limit, blocks } = metric;
  const { kind, sense, unit } = LIMIT_KINDS[key];
  return [
    MARKS[/** @type {Ending} */ (verdict)],
    inlineCode(subject, NAME_CHARACTERS),
    inlineCode(workload, NAME_CHARACTERS),
    kind,
    measuredText(metric),
    `${sense === 'min' ? '≥' : '≤'} ${limitFigure(key, limit)}${unit}`,
    String(blocks),
  ].map((cell) => cell.slice(0, CELL_CHARACTERS));
}

/** @param {MetricOutcome} metric */
function measuredText({ key, measured, interval, resolves }) {
  const within = intervalText(key, interval);
  const parts = [
    measured === null ? 'nothing' : limitFigure(key, measured),
    ...(within === '' ? [] : [`(${within})`]),
    ...(resolves ? [`would have failed from ${limitFigure(key, resolves)} on`] : []),
  ];
  return parts.join(' ');
}

/** @param {Report} report */
function messageLines(report) {
  const { gate, stacks, services } = report;
  const failed = (gate?.comparisons ?? []).filter(({ verdict }) => verdict === 'fail');
  const messages = [
    ...services.filter(isMissed).map(({ notRun }) => String(notRun)),
    ...stacks.flatMap(problemsOf),
    ...failed.flatMap(messagesOf),
  ];
  if (messages.length === 0) return gate?.verdict === 'fail' ? [NAMELESS, ''] : [];
  const left = messages.length - MESSAGES_MAX;
  return [
    '### What is wrong',
    '',
    ...messages.slice(0, MESSAGES_MAX).flatMap((each) => codeBlock(each, MESSAGE_CHARACTERS)),
    '',
    ...(left > 0 ? [`and ${left} more in \`report.json\`.`, ''] : []),
  ];
}

/**
 * @param {import('./report').StackReport} stack
 * @returns {string[]}
 */
function problemsOf({ id, problem, check, leftBehind }) {
  const left = [...(check?.leftBehind ?? []), ...leftBehind];
  return [
    ...(problem === null ? [] : [`${id}: ${problem}`]),
    ...(check?.failed ?? []).map(({ message }) => message),
    ...left.map((what) => `${id} left behind: ${what}`),
  ];
}

/** @param {{ stack: string, reason: string }} stack */
function notComparedText({ stack, reason }) {
  return `${stack}: ${reason}`;
}

/**
 * @param {GateReport | null} gate
 * @returns {string[]}
 */
function notJudged(gate) {
  return (gate?.comparisons ?? []).flatMap(({ subject, workload, verdict, invalid, notJudged }) => [
    ...(notJudged === null ? [] : [`${subject} ${workload}: ${notJudged}`]),
    ...(verdict === 'invalid' ? [`${subject} ${workload}: ${invalid}`] : []),
  ]);
}

/**
 * @param {string} title
 * @param {string[]} texts of the report
 * @returns {string[]} a list, its end cut where it is long
 */
function listed(title, texts) {
  if (texts.length === 0) return [];
  const left = texts.length - LINES_MAX;
  return [
    `**${title}**`,
    '',
    ...texts.slice(0, LINES_MAX).map((text) => `- ${inlineCode(text, LINE_CHARACTERS)}`),
    ...(left > 0 ? [`- and ${left} more`] : []),
    '',
  ];
}

/**
 * @param {Report} report
 * @param {Judged[]} judged
 */
function machineLines({ machine, sliceSeconds, pinning }, judged) {
  const { system, processor, cores, node, java } = machine;
  const what = [
    inlineCode(processor, NAME_CHARACTERS),
    `${cores} cores`,
    inlineCode(system, NAME_CHARACTERS),
    inlineCode(`Node ${node}`, NAME_CHARACTERS),
    ...(java === null ? [] : [inlineCode(java, NAME_CHARACTERS)]),
    ...(sliceSeconds === null ? [] : [`slices of ${sliceSeconds} s`]),
    ...(pinning.reason === null ? [] : ['driver and servers share their cores']),
  ];
  const resolution = resolutionText(judged);
  return [`**Machine**: ${what.join(', ')}.${resolution === '' ? '' : ` ${resolution}`}`, ''];
}

/**
 * @param {Judged[]} judged
 * @returns {string} how near to what was measured the truth is known to lie, by the intervals that have both ends
 */
function resolutionText(judged) {
  const parts = /** @type {const} */ (['throughput', 'p99']).flatMap((kind) => {
    const reaches = judged
      .filter(({ metric }) => LIMIT_KINDS[metric.key].kind === kind)
      .flatMap(({ metric }) => reachOf(metric.interval));
    return reaches.length === 0 ? [] : [`${(100 * median(reaches)).toFixed(1)} % for ${kind}`];
  });
  return parts.length === 0
    ? ''
    : `It resolved ${parts.join(' and ')} (half of an interval, median).`;
}

/** @param {MetricOutcome['interval']} interval */
function reachOf([least, most]) {
  return least !== null && most !== null && least > 0 ? [Math.sqrt(most / least) - 1] : [];
}

module.exports = { summary };
