/** The report of a stack or variant before anything was done with it, and of both halves together. */
'use strict';

/**
 * @typedef {import('../reports/report').StackReport} StackReport
 */

/**
 * @param {import('../stacks/load-stacks').Variant} variant
 * @param {string | null} notRun why it cannot be run
 * @returns {StackReport}
 */
function stackReport({ id, stack }, notRun) {
  return {
    id,
    description: stack.description,
    notRun,
    problem: null,
    check: null,
    workloads: null,
    leftBehind: [],
    stderr: null,
  };
}

/**
 * @param {StackReport[]} checked
 * @param {StackReport[]} measured of some of the same stacks
 * @returns {StackReport[]}
 */
function together(checked, measured) {
  return checked.map((check) => {
    const measure = measured.find(({ id }) => id === check.id);
    if (!measure) return check;
    return { ...measure, check: check.check, problem: measure.problem ?? check.problem };
  });
}

module.exports = { stackReport, together };
