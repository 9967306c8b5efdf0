/** One set of processes of a group: its arms are started, warmed once, kept to the servers' cores, measured in rounds, and stopped. */
'use strict';

const { missingService } = require('../contracts/runnable');
const { pin } = require('../instruments/cores');
const { startArm, stopArm, warmUp } = require('./arm');
const { shareOut } = require('./share-out');
const { Rounds } = require('./rounds');
const { unknownUse } = require('./slice');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('./arm').Arm} Arm
 * @typedef {import('./arm').WantedArm} WantedArm
 * @typedef {import('./comparison').Comparison} Comparison
 * @typedef {import('./driver-process').DriverProcess} DriverProcess
 * @typedef {import('./plan').Group} Group
 * @typedef {import('./records').SliceRecord} SliceRecord
 */

/**
 * @typedef {Omit<import('./rounds').RoundsOptions, 'group' | 'contracts' | 'comparisons' | 'onProblem'> & SetOptions} ProcessSetOptions
 *
 * @typedef {object} SetOptions
 * @property {Contract[]} warmedOn those that every server is warmed on, whatever is measured
 * @property {number} [leastWarmUpSeconds] of each workload
 * @property {boolean} [isWarmedLong] whether JVMs that still compile are given longer than usual
 * @property {DriverProcess[]} warmUpDrivers as many as servers may be warmed at the same time; the one that measures is among them
 * @property {import('./servers-report').ServersReport} report
 */

/**
 * @param {Group} group
 * @param {Comparison[]} comparisons of the group that are to be measured
 * @param {Contract[]} contracts
 * @param {ProcessSetOptions} options
 */
async function measureProcessSet(group, comparisons, contracts, options) {
  const wanted = inStartOrder(wantedArms(group, comparisons, contracts), options);
  /** @type {Arm[]} */
  const arms = [];
  try {
    for (const each of wanted) {
      const arm = await start(each, comparisons, options);
      if (arm) arms.push(arm);
    }
    await warmAll(arms, group, comparisons, options);
    for (const { server } of arms) await pin(server.pids(), options.tools.cores.servers);
    if (arms.length > 0) {
      const onProblem = (/** @type {[Arm, string, string]} */ ...found) =>
        tell(comparisons, ...found);
      const own = { group: group.name, contracts, comparisons, onProblem };
      const rounds = new Rounds(arms, { ...options, ...own });
      await rounds.settle();
      await rounds.measure();
    }
  } finally {
    await stopAll(arms, options);
  }
}

/**
 * @param {Group} group
 * @param {Comparison[]} comparisons
 * @param {Contract[]} contracts
 * @returns {WantedArm[]} the subjects, then the reference, each with what it is measured on
 */
function wantedArms({ subjects, reference }, comparisons, contracts) {
  const of = (/** @type {(comparison: Comparison) => boolean} */ isWanted) => {
    const own = comparisons.filter(isWanted).map(({ workload }) => workload);
    return contracts.filter(({ workload }) => own.includes(workload));
  };
  const all = subjects.map((variant) => ({
    variant,
    role: /** @type {'subject' | 'reference'} */ ('subject'),
    contracts: of(({ subject }) => subject === variant.id),
  }));
  if (reference !== null) {
    const own = of(({ metrics }) => metrics.some(({ isRelative }) => isRelative));
    const spoken = own.filter(({ workload }) => reference.workloads.includes(workload));
    all.push({ variant: reference, role: 'reference', contracts: spoken });
  }
  return all.filter((arm) => arm.contracts.length > 0);
}

/**
 * Of two JVMs of equal code the one that is started first stays two to four per cent slower: so each side is it in every other pair.
 *
 * @param {WantedArm[]} wanted
 * @param {ProcessSetOptions} options
 */
function inStartOrder(wanted, { isPaired, process }) {
  return isPaired && process % 2 === 0 ? wanted.reverse() : wanted;
}

/**
 * @param {WantedArm} wanted
 * @param {Comparison[]} comparisons
 * @param {ProcessSetOptions} options
 * @returns {Promise<Arm | null>} null where it did not start: the report and its comparisons say why
 */
async function start(wanted, comparisons, { tools, report, onProgress }) {
  const { id } = wanted.variant;
  onProgress(`start ${id}`);
  try {
    return await startArm(wanted, tools.services);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    report.didNotStart(id, message);
    tell(comparisons, wanted, null, message);
    return null;
  }
}

/**
 * Several JVMs at the same time: nothing is measured yet, and one that waits for its compiler leaves a core to the others. No
 * server is to have more of the machine than the others: so drivers are on all cores too until all is warm. Servers on Node take turns: of two
 * that are warmed at the same time, one often stays a tenth slower for as long as it lives.
 *
 * @param {Arm[]} arms
 * @param {Group} group
 * @param {Comparison[]} comparisons
 * @param {ProcessSetOptions} options
 */
async function warmAll(arms, group, comparisons, options) {
  const { driver: driverCores, all } = options.tools.cores;
  const isJava = arms.some(({ variant }) => variant.stack.language === 'java');
  const drivers = options.warmUpDrivers.slice(0, isJava ? arms.length : 1);
  const pids = drivers.flatMap(({ pid }) => pid ?? []);
  const isShared = driverCores !== null && drivers.length > 1;
  if (isShared) await pin(pids, all);
  try {
    await shareOut(arms, drivers, (arm, driver) => warm(arm, driver, group, comparisons, options));
  } finally {
    if (isShared) await pin(pids, driverCores);
  }
}

/**
 * @param {Arm} arm
 * @param {DriverProcess} driver
 * @param {Group} group
 * @param {Comparison[]} comparisons
 * @param {ProcessSetOptions} options
 */
async function warm(arm, driver, group, comparisons, options) {
  const { warmedOn, leastWarmUpSeconds, isWarmedLong, report, records, process, onProgress } =
    options;
  const { id, workloads } = arm.variant;
  onProgress(`warm-up ${id}`);
  const others = warmedOn.filter(
    (contract) =>
      workloads.includes(contract.workload) &&
      !arm.contracts.includes(contract) &&
      missingService(contract, null) === null,
  );
  const how = { driver, leastSeconds: leastWarmUpSeconds, isWarmedLong };
  for (const [workload, found] of await warmUp(arm, others, how)) {
    report.warmed(id, workload, found);
    if (found.problem !== null) tell(comparisons, arm, workload, found.problem);
    if (found.wrong !== null)
      records.add([warmUpRecord(arm, group, workload, process, found.wrong)]);
  }
}

/**
 * What a subject does wrong is its own; without a reference nothing can be said.
 *
 * @param {Comparison[]} comparisons
 * @param {WantedArm} arm
 * @param {string | null} workload null for all
 * @param {string} problem
 */
function tell(comparisons, { variant, role }, workload, problem) {
  const concerned = comparisons.filter((each) => workload === null || each.workload === workload);
  for (const comparison of concerned) {
    if (role === 'reference') comparison.hasNoReference(`${variant.id}: ${problem}`);
    else if (comparison.subject === variant.id) comparison.addProblem(problem);
  }
}

/**
 * @param {Arm} arm
 * @param {Group} group
 * @param {string} workload
 * @param {number} process
 * @param {import('../drivers/tally').Sample} sample with errors
 * @returns {SliceRecord}
 */
function warmUpRecord({ variant, role }, group, workload, process, sample) {
  return {
    schemaVersion: '1.1',
    language: variant.stack.language,
    group: group.name,
    workload,
    process,
    block: 0,
    order: 0,
    arm: variant.id,
    role,
    kind: 'warm-up',
    conditions: { stolenCpuShare: null, driverWaitShare: null, serverCores: 1 },
    invalid: null,
    problem: null,
    sample: { ...sample, server: unknownUse('it is of the warm-up') },
  };
}

/**
 * @param {Arm[]} arms
 * @param {ProcessSetOptions} options
 */
async function stopAll(arms, { report }) {
  await Promise.all(arms.map(async (arm) => report.stopped(arm.variant.id, await stopArm(arm))));
}

module.exports = { measureProcessSet };
