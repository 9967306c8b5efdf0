/** What a slice shows that fails its server whatever its speed. */
'use strict';

/**
 * @param {import('./records').SliceRecord} record
 * @returns {string[]}
 */
function faultsIn({ problem, sample }) {
  const kinds = Object.entries(sample?.errors.kinds ?? {});
  const wrong = kinds.map(
    ([kind, { count, examples }]) =>
      `${thousands(count)} of ${thousands(sample?.responses ?? 0)} answers wrong or missing (${kind}): ${examples[0]}`,
  );
  return problem === null ? wrong : [problem, ...wrong];
}

/**
 * @param {import('./records').SliceRecord} record
 * @returns {boolean} at any time: what comes too late for a short window is no fault
 */
function hasRightAnswers({ sample }) {
  return sample !== null && sample.responses > sample.errors.total;
}

/** @param {number} count */
function thousands(count) {
  return count.toLocaleString('en-US');
}

module.exports = { faultsIn, hasRightAnswers };
