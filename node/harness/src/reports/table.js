/** The table that a run ends with: a block for each figure, stacks down, workloads across. */
'use strict';

const { columns } = require('./columns');
const { count, duration, figure, mebibytes, millis } = require('./figures');
const { fitScreen, rowsOf } = require('./fit-screen');
const { knownFailingTable } = require('./known-failing-table');
const { problemsOf } = require('./problems');
const { isMissed } = require('./report');
const { limitFigure, intervalText, messagesOf } = require('./limit-message');
const { safeText } = require('./safe-text');
const { verdictTable } = require('./verdict-table');

/**
 * @typedef {import('./report').Report} Report
 * @typedef {import('./report').StackReport} StackReport
 * @typedef {import('./report').GateReport} GateReport
 * @typedef {import('../measure/comparison').ComparisonOutcome} ComparisonOutcome
 * @typedef {import('../measure/decision').MetricOutcome} MetricOutcome
 * @typedef {NonNullable<import('./report').WorkloadResult['sample']>} Sample
 */

const NONE = '-';
const P99_REQUESTS_MIN = 2000;
const MESSAGE_CHARACTERS_MAX = 2000;
const STDERR_LINES_SHOWN = 5;
const NAMELESS = 'the evidence of all metrics together fails the run; no single one can be named';

/** @type {[string, (sample: Sample, driverBound: boolean) => string][]} */
const BLOCKS = [
  ['requests/s', (sample, bound) => figure(sample.requestsPerSecond) + (bound ? '*' : '')],
  ['p50, ms', ({ latencyMicros: { p50 } }) => (p50 === null ? NONE : millis(p50))],
  ['p99, ms', p99Cell],
  ['errors', ({ errors }) => count(errors.total)],
  ['CPU µs/request', ({ server }) => known(server.cpuMicrosPerRequest, figure)],
  ['RSS, MiB', ({ server }) => known(server.residentBytes, mebibytes)],
  ['RSS growth, MiB', growthCell],
];

/**
 * @param {Report} report
 * @param {{ isVerbose?: boolean, rows?: number, page?: string }} [how] verbose: every figure, however much was judged;
 *   rows: how many there are for it; page: where all can be seen
 * @returns {string}
 */
function table(report, { isVerbose = false, rows = Infinity, page } = {}) {
  const { gate } = report;
  const sections = [
    ...(gate === null ? [] : [verdictTable(gate, { isWhole: rows === Infinity })]),
    ...(gate === null ? [] : foundSections(gate)),
    checkLines(report),
    knownFailingTable(report.stacks),
    problemLines(report),
    notRunLines(report),
    stderrLines(report),
    noteLines(report),
  ];
  const isShown = isVerbose || !isJudged(report);
  const left = Math.max(rows - rowsOf(sections.flat()), rows / 2);
  const figures = isShown ? figureBlocks(report, left) : [];
  const where = `${page === undefined ? '' : `${page} has all; `}--verbose prints all`;
  return fitScreen([figures, ...sections], rows, where).join('\n');
}

/** @param {Report} report */
function isJudged({ gate }) {
  return gate?.comparisons.some(({ metrics }) => metrics.some(({ verdict }) => verdict !== null));
}

/**
 * @param {GateReport} gate
 * @returns {string[][]} a message for each limit that does not hold; what was estimated, and what was asked twice
 */
function foundSections({ verdict, comparisons, seed }) {
  const messages = comparisons.filter((each) => each.verdict === 'fail').flatMap(messagesOf);
  if (verdict === 'fail' && messages.length === 0) messages.push(NAMELESS);
  const shown = messages.flatMap((message) => [safeText(message, MESSAGE_CHARACTERS_MAX), '']);
  const metrics = comparisons.flatMap((each) => each.metrics);
  const again = metrics.filter(({ earlier }) => earlier.length > 0).map(askedAgain);
  const lines = [...comparisons.flatMap(estimateLines), ...again];
  return [shown, [...lines, `order of the blocks by seed ${seed}`, '']];
}

/**
 * @param {ComparisonOutcome} comparison
 * @returns {string[]} such as `hello: node/koa is 0.912 of node/koa-bare (0.890 to 0.931, 24 blocks)`
 */
function estimateLines({ subject, reference, workload, metrics, figures }) {
  const ratios = metrics.filter(({ verdict, measured }) => verdict === null && measured !== null);
  const own = figures.subject?.cpuMicrosPerRequest ?? null;
  const others = figures.reference?.cpuMicrosPerRequest ?? null;
  const byCpu = own && others ? `; by CPU time per request ${(others / own).toFixed(3)}` : '';
  return ratios.map(({ key, measured, interval, blocks }) => {
    const within = [intervalText(key, interval), `${blocks} blocks`].filter(Boolean).join(', ');
    const shown = limitFigure(key, Number(measured));
    return `${workload}: ${subject} is ${shown} of ${reference} (${within})${byCpu}`;
  });
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

/**
 * All blocks are set as one, so that their columns stand under one another.
 *
 * @param {Report} report
 * @param {number} most rows that they may take; the first block is shown in any event
 */
function figureBlocks({ stacks }, most) {
  const measured = stacks.filter(({ workloads, notRun }) => workloads !== null && notRun === null);
  const names = [...new Set(measured.flatMap(({ workloads }) => Object.keys(workloads ?? {})))];
  if (names.length === 0) return [];
  const gap = ['', ...names.map(() => '')];
  const blocks = Math.max(1, Math.floor(most / (measured.length + 2)));
  const rows = BLOCKS.slice(0, blocks).flatMap(([title, cell]) => [
    [title, ...names],
    ...measured.map((stack) => [stack.id, ...names.map((name) => cellOf(stack, name, cell))]),
    gap,
  ]);
  return [...columns(rows), ...legend(measured, names)];
}

/**
 * @param {StackReport} stack
 * @param {string} name
 * @param {(sample: Sample, driverBound: boolean) => string} cell
 */
function cellOf({ workloads }, name, cell) {
  const result = workloads?.[name];
  return result?.sample ? cell(result.sample, result.driverBound) : NONE;
}

/** @param {Sample} sample */
function p99Cell({ latencyMicros: { p99 }, valid }) {
  if (p99 === null) return NONE;
  return `${valid < P99_REQUESTS_MIN ? '~' : ''}${millis(p99)}`;
}

/**
 * By how much the peak during the slice lies above what the warm server held before it.
 *
 * @param {Sample} sample
 */
function growthCell({ server: { residentBytesBefore, peakResidentBytes } }) {
  if (residentBytesBefore === null || peakResidentBytes === null) return NONE;
  return mebibytes(Math.max(0, peakResidentBytes - residentBytesBefore));
}

/**
 * @param {number | null} value
 * @param {(value: number) => string} written
 */
function known(value, written) {
  return value === null ? NONE : written(value);
}

/**
 * @param {StackReport[]} measured
 * @param {string[]} names
 */
function legend(measured, names) {
  const results = measured.flatMap(({ workloads }) => names.map((name) => workloads?.[name]));
  const samples = results.map((result) => result?.sample);
  const isRough = (/** @type {Sample | null | undefined} */ sample) =>
    sample && sample.latencyMicros.p99 !== null && sample.valid < P99_REQUESTS_MIN;
  const lines = [
    results.some((result) => result?.driverBound)
      ? '* the driver was the bottleneck: the server can do more'
      : '',
    samples.some(isRough) ? `~ fewer than ${count(P99_REQUESTS_MIN)} requests: a rough p99` : '',
  ].filter(Boolean);
  return lines.length > 0 ? [...lines, ''] : [];
}

/** @param {Report} report */
function checkLines({ stacks }) {
  const checked = stacks.flatMap(({ check }) => (check ? [check] : []));
  if (checked.length === 0) return [];
  const cases = checked.reduce((sum, check) => sum + check.cases, 0);
  const failed = checked.reduce((sum, check) => sum + check.failed.length, 0);
  const known = checked.reduce((sum, check) => sum + check.knownFailing.length, 0);
  const outcome = failed === 0 ? 'all hold' : `${failed} do not hold`;
  const knownText = known > 0 ? `, ${known} known to fail` : '';
  return [
    `checked ${checked.length} stacks and variants, ${count(cases)} cases: ${outcome}${knownText}`,
    '',
  ];
}

/** @param {Report} report */
function problemLines(report) {
  const problems = problemsOf(report);
  return problems.length > 0 ? ['Problems', ...problems.map(indented), ''] : [];
}

/** @param {string} text */
function indented(text) {
  return safeText(text, MESSAGE_CHARACTERS_MAX).replace(/^/gm, '  ');
}

/** @param {Report} report */
function notRunLines({ stacks, services }) {
  const lines = [
    ...services.filter((service) => !isMissed(service)).map(({ notRun }) => notRun),
    ...stacks.map(({ id, notRun }) => notRun && `${id}: ${notRun}`),
  ];
  const told = lines.filter((line) => line !== null);
  return told.length > 0 ? ['Not run', ...told.map(indented), ''] : [];
}

/** @param {Report} report */
function stderrLines({ stacks }) {
  const noisy = stacks.flatMap(({ id, stderr }) => (stderr === null ? [] : [{ id, stderr }]));
  if (noisy.length === 0) return [];
  const told = noisy.map(({ id, stderr }) => indented(`${id}:\n${lastLines(stderr)}`));
  return ['Written to standard error', ...told, ''];
}

/** @param {string} text */
function lastLines(text) {
  return text.split('\n').slice(-STDERR_LINES_SHOWN).join('\n').replace(/^/gm, '  ');
}

/** @param {Report} report */
function noteLines({ machine, pinning, services, sliceSeconds, notes, seconds, gate }) {
  const slices = gate === null ? 'one slice' : 'slices';
  const cores = pinning.reason
    ? `not pinned: ${pinning.reason}`
    : `driver on core ${pinning.driver?.join(',')}, servers on ${pinning.servers?.join(',')}`;
  const lines = [
    `${machine.system}, ${machine.processor}, ${machine.cores} cores, Node ${machine.node}`,
    sliceSeconds === null ? '' : `${slices} of ${sliceSeconds} s each; ${cores}`,
    `backing services: ${services.map(({ description }) => description).join(', ') || 'none'}`,
    ...notes,
    `took ${duration(seconds)}`,
  ];
  return lines.filter(Boolean);
}

module.exports = { table };
