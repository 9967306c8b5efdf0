/** What a run measures: comparisons in groups, by which limits, and how long. Callers of the engine differ in this alone. */
'use strict';

const { missingService } = require('../contracts/runnable');
const { whyNotRun } = require('../stacks');
const { limitsOf, regressionLimits } = require('../thresholds/limits');
const { isYardstick } = require('../thresholds/load-thresholds');
const { bareOf } = require('./bare');
const { metricOf } = require('./metric');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/limits').Limit} Limit
 * @typedef {import('../thresholds/limits').LimitKey} LimitKey
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 * @typedef {import('./metric').Metric} Metric
 */

/**
 * A subject held against the group's reference on one workload.
 *
 * @typedef {object} PlannedComparison
 * @property {string} group
 * @property {Variant} subject
 * @property {Contract} contract
 * @property {Metric[]} metrics none where only figures are wanted
 * @property {string | null} whyNot why it cannot be measured here
 */

/**
 * Arms that are alive together, so that their slices take turns.
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {Variant[]} subjects
 * @property {Variant | null} reference
 */

/**
 * @typedef {object} Plan
 * @property {Group[]} groups measured one after the other
 * @property {PlannedComparison[]} comparisons in the order in which they are reported
 * @property {Contract[]} contracts those that are measured, in order
 * @property {Contract[]} warmedOn those that every server is warmed on, whatever is measured
 * @property {Thresholds['gate']} gate how sure the run must be
 * @property {number} sets how many sets of fresh processes are measured whatever they show; paired: at most
 * @property {boolean} isWarmedLong whether JVMs that still compile are given longer than usual from the first processes on
 * @property {boolean} isPaired whether each set is one block of the judge: two revisions are compared
 */

/**
 * One stack of two revisions.
 *
 * @typedef {object} Revised
 * @property {Variant} head
 * @property {Variant} base
 * @property {string[]} workloads that the change can touch
 */

/** @typedef {{ contracts: Contract[], warmedOn: Contract[], services: Services | null }} Wanted contracts with a load */

/** Where the plan is to take so many blocks and no verdict. */
const ESTIMATED = { falseAlarm: 0.01, missed: 0.05, inconclusive: /** @type {const} */ ('pass') };
/** A slice of throughput is so much shorter, and what is measured once decides many runs. */
const THROUGHPUT_FOR_P99 = 3;
/** So many blocks of each pair of processes tell a ratio. */
const BLOCKS_OF_PAIR = 8;
const PAIRS_DEFAULT = 3;
/** Of the framework's own getting-started server: less wastes, and more is not what people get from the framework. */
const OF_BARE = { throughputOfBareMin: 0.85, throughputOfBareMax: 1.25 };
/** Both revisions of a stack have its id. */
const OF_BASE = '@base';
const ONLY_WITH_FULL = 'left to --full';

/**
 * Each stack against the yardstick of its language, by thresholds.json.
 *
 * @param {Variant[]} subjects
 * @param {Wanted & { variants: Variant[], thresholds: Thresholds, isFull?: boolean }} wanted all variants that there are
 * @returns {Plan}
 */
function gatePlan(subjects, { variants, thresholds, isFull = false, ...wanted }) {
  const groups = languagesOf(subjects).map((language) => ({
    name: language,
    subjects: subjects.filter(({ id, stack }) => stack.language === language && !isYardstick(id)),
    reference: yardstickOf(language, variants),
  }));
  const metricsOf = (/** @type {Variant} */ { id }, /** @type {string} */ workload) =>
    limitsOf(thresholds, id, workload).map((limit) => ({
      ...metricOf(id, workload, limit),
      whyNot: !isFull && isLeft(thresholds.gate, limit.key, workload) ? ONLY_WITH_FULL : null,
    }));
  return planOf(groups, wanted, { metricsOf, gate: thresholds.gate, sets: 1 });
}

/**
 * Each stack against the yardstick of its language, to learn what limits it keeps: so many blocks of p99, more of throughput, and no verdict.
 *
 * @param {Variant[]} subjects
 * @param {Wanted & { variants: Variant[], blocks: number, sets: number, only?: import('../thresholds/limits').SliceKind }} wanted
 * @returns {Plan}
 */
function calibrationPlan(subjects, { variants, blocks, sets, only, ...wanted }) {
  const keys = /** @type {LimitKey[]} */ (['throughputOfYardstickMin', 'p99OfYardstickMax']);
  const chosen = keys.filter((key) => only === undefined || key.startsWith(only));
  const groups = languagesOf(subjects).map((language) => ({
    name: language,
    subjects: subjects.filter(({ stack }) => stack.language === language),
    reference: yardstickOf(language, variants),
  }));
  const most = blocks * THROUGHPUT_FOR_P99;
  const gate = { ...ESTIMATED, minBlocks: most, maxBlocks: most };
  return planOf(groups, wanted, {
    metricsOf: estimates(chosen, { p99OfYardstickMax: blocks }),
    gate,
    sets,
    isWarmedLong: true,
  });
}

/**
 * Each stack against its framework's own getting-started server, on the workloads that those have.
 *
 * @param {Variant[]} subjects
 * @param {Wanted & { bares: Variant[], gate: Thresholds['gate'] }} wanted
 * @returns {Plan}
 */
function barePlan(subjects, { bares, gate, ...wanted }) {
  const groups = subjects.map((subject) => ({
    name: subject.id,
    subjects: [subject],
    reference: bareOf(subject, bares),
  }));
  const known = new Set(groups.flatMap(({ reference }) => reference?.workloads ?? []));
  const contracts = wanted.contracts.filter(({ workload }) => known.has(workload));
  const metricsOf = (/** @type {Variant} */ { id }, /** @type {string} */ workload) =>
    Object.entries(OF_BARE).map(([key, value]) =>
      metricOf(id, workload, { key: /** @type {LimitKey} */ (key), value, pointer: '' }),
    );
  return planOf(groups, { ...wanted, contracts }, { metricsOf, gate, sets: 1 });
}

/**
 * Stacks of one revision against themselves of another. What fails is worse than theta0 for certain, what passes is not as bad as
 * theta1: a log ratio of what is allowed, and 0.3 of it.
 *
 * @param {Revised[]} revised
 * @param {Wanted & { thresholds: Pick<Thresholds, 'gate' | 'regression'>, isFull?: boolean }} wanted
 * @returns {Plan}
 */
function comparePlan(revised, { thresholds, isFull = false, ...wanted }) {
  const { gate, regression } = thresholds;
  const groups = revised.map(({ head, base }) => ({
    name: head.id,
    subjects: [head],
    reference: { ...base, id: `${base.id}${OF_BASE}` },
  }));
  const metricsOf = (/** @type {Variant} */ { id, stack }, /** @type {string} */ workload) =>
    regressionLimits(regression, stack.id).map(({ limit, passBelow, pairDeviation }) => ({
      ...metricOf(id, workload, limit, { passBelow, pairDeviation }),
      whyNot: !isFull && isLeft(gate, limit.key, workload) ? ONLY_WITH_FULL : null,
    }));
  const how = { metricsOf, gate, sets: gate.maxBlocks, isPaired: true };
  const plan = planOf(groups, wanted, how);
  const isTouched = (/** @type {PlannedComparison} */ { subject, contract }) =>
    revised.some(
      ({ head, workloads }) => head.id === subject.id && workloads.includes(contract.workload),
    );
  return { ...plan, comparisons: plan.comparisons.filter(isTouched) };
}

/**
 * Stacks against one of them: ratios with intervals, and no verdict.
 *
 * @param {Variant[]} subjects
 * @param {Wanted & { reference: Variant, pairs?: number }} wanted
 * @returns {Plan}
 */
function besidePlan(subjects, { reference, pairs = PAIRS_DEFAULT, ...wanted }) {
  const groups = [{ name: reference.id, subjects, reference }];
  const gate = { ...ESTIMATED, minBlocks: BLOCKS_OF_PAIR, maxBlocks: BLOCKS_OF_PAIR };
  const metricsOf = estimates(['throughputOfReference']);
  return planOf(groups, wanted, { metricsOf, gate, sets: pairs });
}

/**
 * Stacks alone: what each does, and no verdict.
 *
 * @param {Variant[]} subjects
 * @param {Wanted & { blocks: number }} wanted
 * @returns {Plan}
 */
function figuresPlan(subjects, { blocks, ...wanted }) {
  const groups = subjects.map((subject) => ({
    name: subject.id,
    subjects: [subject],
    reference: null,
  }));
  const gate = { ...ESTIMATED, minBlocks: blocks, maxBlocks: blocks };
  return planOf(groups, wanted, { metricsOf: () => [], gate, sets: 1 });
}

/**
 * @param {Group[]} groups
 * @param {Wanted} wanted
 * @param {{ metricsOf: (subject: Variant, workload: string) => Metric[], gate: Plan['gate'], sets: number, isWarmedLong?: boolean, isPaired?: boolean }} how
 * @returns {Plan}
 */
function planOf(groups, { contracts, warmedOn, services }, how) {
  const { metricsOf, gate, sets, isWarmedLong = false, isPaired = false } = how;
  const comparisons = groups.flatMap((group) =>
    group.subjects.flatMap((subject) =>
      contracts
        .filter(({ workload }) => subject.workloads.includes(workload))
        .map((contract) => ({
          group: group.name,
          subject,
          contract,
          metrics: metricsOf(subject, contract.workload),
          whyNot: missingService(contract, services) ?? whyNotRun(subject),
        })),
    ),
  );
  return { groups, comparisons, contracts, warmedOn, gate, sets, isWarmedLong, isPaired };
}

/**
 * @param {Thresholds['gate']} gate
 * @param {LimitKey} key
 * @param {string} workload
 * @returns {boolean} whether it is a p99 that only a full run measures
 */
function isLeft({ p99Workloads }, key, workload) {
  return key.startsWith('p99') && p99Workloads?.includes(workload) === false;
}

/**
 * @param {LimitKey[]} keys
 * @param {Partial<Record<LimitKey, number>>} [blocksMax] of which fewer blocks are wanted than of others
 * @returns {(subject: Variant, workload: string) => Metric[]} whose harms are log ratios to the reference
 */
function estimates(keys, blocksMax = {}) {
  return ({ id }, workload) =>
    keys.map((key) => {
      const limit = { key, value: 1, pointer: '' };
      return metricOf(id, workload, limit, { isJudged: false, blocksMax: blocksMax[key] });
    });
}

/**
 * @param {Variant[]} variants
 * @returns {('node' | 'java')[]} in the order of the stacks
 */
function languagesOf(variants) {
  return [...new Set(variants.map(({ stack }) => stack.language))];
}

/**
 * @param {'node' | 'java'} language
 * @param {Variant[]} variants
 * @returns {Variant | null}
 */
function yardstickOf(language, variants) {
  const own = variants.filter(({ id, stack }) => isYardstick(id) && stack.language === language);
  return own[0] ?? null;
}

module.exports = {
  OF_BASE,
  PAIRS_DEFAULT,
  gatePlan,
  calibrationPlan,
  barePlan,
  besidePlan,
  comparePlan,
  figuresPlan,
};
