/** The report of a stack or variant before anything was done with it, and of both halves together. */
'use strict';

const { runtimeOptionsOf } = require('../stacks/runtime-options');

/**
 * @typedef {import('./report').StackReport} StackReport
 */

/**
 * @param {import('../stacks/load-stacks').Variant} variant
 * @param {string | null} notRun why it cannot be run
 * @returns {StackReport}
 */
function stackReport(variant, notRun) {
  return {
    id: variant.id,
    description: variant.stack.description,
    command: variant.command,
    runtimeOptions: runtimeOptionsOf(variant),
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
 * @param {StackReport[]} measured of some of the same stacks, and a yardstick that nobody asked for
 * @returns {StackReport[]}
 */
function together(checked, measured) {
  const ids = checked.map(({ id }) => id);
  const both = checked.map((check) => {
    const measure = measured.find(({ id }) => id === check.id);
    if (!measure) return check;
    return { ...measure, check: check.check, problem: measure.problem ?? check.problem };
  });
  return [...both, ...measured.filter(({ id }) => !ids.includes(id))];
}

module.exports = { stackReport, together };
