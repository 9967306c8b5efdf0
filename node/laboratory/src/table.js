/** The table of a study: how often the comparison and the other rules were right, with exact intervals. */
'use strict';

const { median } = require('loadline/src/measure/steady');
const { RULES } = require('./rules');
const { clopperPearson } = require('./statistics/clopper-pearson');

/**
 * @typedef {import('./records').Recorded} Recorded
 * @typedef {import('./records').RecordedRun} RecordedRun
 * @typedef {import('./records').Slices} Slices
 * @typedef {import('./settings').Condition} Condition
 * @typedef {import('./rules/series').Answer} Answer
 */

const HEAD = [
  'condition',
  'what',
  'share (95 %)',
  'other fails',
  'inconclusive',
  'invalid',
  'head does of base',
  'pairs (median)',
  'minutes (median)',
];

/**
 * @param {Recorded} recorded with a head
 * @returns {string} Markdown
 */
function table({ head, runs }) {
  if (head === null || runs.length === 0) return 'Nothing is recorded yet.\n';
  const { settings, revision } = head;
  const conditions = settings.conditions.map((condition) => ({
    condition,
    runs: runs.filter((run) => run.condition === condition.name),
  }));
  const measured = conditions.filter((each) => each.runs.length > 0);
  const unchanged = measured
    .filter(({ condition }) => !isHarmed(condition))
    .flatMap((each) => each.runs);
  const rules = RULES.map(({ name }) => name);
  return `${[
    `${settings.description} Of ${revision.slice(0, 10)}.`,
    ...machinesOf(runs),
    ...['', '## The comparison', ''],
    ...rows([HEAD, ...measured.map(ownRow)]),
    '',
    `False alarms in all runs of unchanged code: ${share(unchanged.filter(hasFailed).length, unchanged.length)}.`,
    ...['', '## Other rules on the same slices', ''],
    'Of unchanged code a run alarms when any of its metrics does; of harmed code when one that has to be named does. In brackets: runs with too little for the rule.',
    '',
    ...rows([
      ['condition', 'what', 'loadline', ...rules],
      ...measured.map((each) => rulesRow(each)),
    ]),
  ].join('\n')}\n`;
}

/**
 * @param {RecordedRun[]} runs
 * @returns {string[]} a line for each machine that they were made on
 */
function machinesOf(runs) {
  const machines = runs.map(
    ({ machine: { processors, processor, node } }) =>
      `${processors} processors (${processor}), Node ${node}`,
  );
  return [...new Set(machines)].map((machine) => {
    const count = machines.filter((each) => each === machine).length;
    return `- on ${machine}: ${count} ${count === 1 ? 'run' : 'runs'}`;
  });
}

/**
 * @param {{ condition: Condition, runs: RecordedRun[] }} measured
 * @returns {string[]}
 */
function ownRow({ condition, runs }) {
  const hits = runs.filter((run) => isHit(condition, run));
  const others = runs.filter((run) => hasFailed(run) && !hits.includes(run));
  const count = (/** @type {string} */ verdict) =>
    `${runs.filter((run) => run.verdict === verdict).length}`;
  return [
    condition.name,
    isHarmed(condition) ? 'caught' : 'false alarms',
    share(hits.length, runs.length),
    `${others.length}`,
    count('inconclusive'),
    count('invalid'),
    ratioOf(condition, runs),
    figure(runs.map(({ metrics }) => Math.max(0, ...metrics.map(({ blocks }) => blocks)))),
    figure(runs.map(({ minutes }) => minutes)),
  ];
}

/**
 * @param {{ condition: Condition, runs: RecordedRun[] }} measured
 * @returns {string[]}
 */
function rulesRow({ condition, runs }) {
  const judged = runs.filter((run) => isHit(condition, run)).length;
  const answers = RULES.map((rule) => {
    const all = runs.map((run) => answerOf(rule, condition, run));
    const open = all.filter((answer) => answer === 'no answer').length;
    const alarms = all.filter((answer) => answer === 'alarm').length;
    return `${share(alarms, runs.length)}${open === 0 ? '' : ` [${open}]`}`;
  });
  const what = isHarmed(condition) ? 'caught' : 'false alarms';
  return [condition.name, what, share(judged, runs.length), ...answers];
}

/**
 * @param {import('./rules/series').Rule} rule
 * @param {Condition} condition
 * @param {RecordedRun} run
 * @returns {Answer}
 */
function answerOf(rule, { expects }, { slices }) {
  const asked = slices.filter(
    ({ workload, kind }) => expects === undefined || expects.includes(`${workload}.${kind}`),
  );
  const answers = asked.map((own) => rule.decide(seriesOf(own)));
  if (answers.includes('alarm')) return 'alarm';
  return answers.length === 0 || answers.includes('no answer') ? 'no answer' : 'quiet';
}

/**
 * @param {Slices} slices
 * @returns {import('./rules/series').Series}
 */
function seriesOf({ kind, pairs }) {
  return {
    better: kind === 'throughput' ? 'more' : 'less',
    pairs: pairs.map(([base, head]) => ({ base, head })),
  };
}

/** @param {Condition} condition */
function isHarmed({ expects }) {
  return expects !== undefined;
}

/** @param {RecordedRun} run */
function hasFailed({ verdict }) {
  return verdict === 'fail';
}

/**
 * @param {Condition} condition
 * @param {RecordedRun} run
 * @returns {boolean} a false alarm, or caught under a right name
 */
function isHit({ expects }, run) {
  return (
    hasFailed(run) && (expects === undefined || run.named.some((name) => expects.includes(name)))
  );
}

/**
 * What the plant did, as far as all runs together tell.
 *
 * @param {Condition} condition
 * @param {RecordedRun[]} runs
 * @returns {string}
 */
function ratioOf({ expects }, runs) {
  const names = expects ?? [
    ...new Set(runs.flatMap(({ metrics }) => metrics.map(({ name }) => name))),
  ];
  const each = names.map((name) => {
    const metrics = runs.flatMap((run) => run.metrics.filter((metric) => metric.name === name));
    const ratios = metrics.flatMap(({ measured }) => (measured === null ? [] : [measured]));
    return `${name} ${ratios.length === 0 ? 'not measured' : median(ratios).toFixed(3)}`;
  });
  return each.join(', ');
}

/**
 * @param {number} hits
 * @param {number} runs
 * @returns {string} such as `19 of 20 (75 to 100 %)`
 */
function share(hits, runs) {
  if (runs === 0) return '0 of 0';
  const [least, most] = clopperPearson(hits, runs).map((each) => Number((100 * each).toFixed(1)));
  return `${hits} of ${runs} (${least} to ${most} %)`;
}

/** @param {number[]} values */
function figure(values) {
  return `${Number(median(values).toFixed(1))}`;
}

/** @param {string[][]} cells */
function rows([head, ...rest]) {
  return [head, head.map(() => '---'), ...rest].map((each) => `| ${each.join(' | ')} |`);
}

module.exports = { table };
