/** Reads reports of older versions of the schema as if they were of today's. */

/**
 * @param {any} report of any version
 * @returns {any} as version 2 has it
 */
export function upgraded(report) {
  const isOld = String(report.schemaVersion).startsWith('1.');
  const whole = { services: [], notes: [], stacks: [], gate: null, pinning: {}, ...report };
  if (!isOld) return whole;
  const judged = (whole.gate?.cells ?? []).map(comparisonOfCell);
  const estimated = (whole.comparisons ?? []).map(comparisonOfEstimate);
  const goals = (whole.goals ?? []).map(comparisonOfGoal);
  const comparisons = [...judged, ...estimated, ...goals];
  if (comparisons.length === 0) return whole;
  const rest = { culprits: [], seed: null, verdict: verdictOfGoals(goals), inconclusive: 'warn' };
  return { ...whole, gate: { ...rest, blocksFile: null, ...whole.gate, comparisons } };
}

/** @param {any} cell of version 1.1 and 1.2 */
function comparisonOfCell({ stack, resources, ...cell }) {
  return {
    ...cell,
    metrics: cell.metrics.map((/** @type {any} */ metric) => ({ earlier: [], ...metric })),
    subject: stack,
    drifts: [],
    figures: { subject: figuresOf(resources), reference: null },
  };
}

/** @param {any} comparison of `measure --beside` up to 1.2 */
function comparisonOfEstimate({ subject, reference, workload, figures, ...found }) {
  const of = (/** @type {'subject' | 'reference'} */ arm) => figures && figuresOf(figures[arm]);
  return {
    ...emptyComparison(subject, reference, workload),
    invalid: found.problem,
    metrics: [olderMetric('throughputOfReference', 1, found, null)],
    figures: { subject: of('subject'), reference: of('reference') },
  };
}

/** @param {any} goal of `measure --bare` up to 1.2; before 1.2 it had one limit, and its kind */
function comparisonOfGoal({ subject, what, kind, required, problem, ...found }) {
  const { measured } = found;
  const least = found.least ?? (kind === 'min' ? required : null);
  const most = found.most ?? (kind === 'max' ? required : null);
  const verdict = (/** @type {boolean} */ holds) =>
    measured === null ? 'invalid' : holds ? 'pass' : 'fail';
  const isEnough = verdict(measured >= (least ?? 0));
  const isNotTooMuch = verdict(measured <= (most ?? Infinity));
  const own = [
    ...(least === null ? [] : [olderMetric('throughputOfBareMin', least, found, isEnough)]),
    ...(most === null ? [] : [olderMetric('throughputOfBareMax', most, found, isNotTooMuch)]),
  ];
  return {
    ...emptyComparison(subject, null, String(what).split(':')[0]),
    verdict: isEnough === 'pass' ? isNotTooMuch : isEnough,
    invalid: problem,
    metrics: own,
  };
}

/**
 * @param {string} subject
 * @param {string | null} reference
 * @param {string} workload
 */
function emptyComparison(subject, reference, workload) {
  return {
    subject,
    reference,
    workload,
    verdict: null,
    notJudged: null,
    faults: [],
    drifts: [],
    invalid: null,
    metrics: [],
    notMeasured: [],
    figures: { subject: null, reference: null },
  };
}

/**
 * @param {string} key
 * @param {number} limit
 * @param {any} found
 * @param {string | null} verdict
 */
function olderMetric(key, limit, { measured, range, blocks }, verdict) {
  const shown = { measured, interval: range ?? [null, null], blocks };
  return { name: '', key, limit, pointer: '', verdict, earlier: [], leftOut: {}, ...shown };
}

/** @param {any} resources */
function figuresOf(resources) {
  const none = { requestsPerSecond: null, latencyMicros: { p50: null, p99: null } };
  const more = { residentBytes: null, eventLoopDelayMicros: null, gcPauseShare: null };
  return resources ? { ...none, ...more, ...resources } : null;
}

/** @param {{ verdict: string }[]} goals */
function verdictOfGoals(goals) {
  if (goals.length === 0) return null;
  return goals.some(({ verdict }) => verdict === 'fail') ? 'fail' : 'pass';
}
