/** Writes the message of a case that failed: which case, at which step, expected and actual. */
'use strict';

const LONGEST = 240;
const STDERR_LINES = 20;

/**
 * @param {string} variantId such as `node/express:cluster`
 * @param {import('./run-case').CaseResult} result of a case that failed
 * @returns {string}
 */
function describeFailure(variantId, result) {
  const { description, caseId, place, mismatches, ended, stolenCpuShare, stderr } = result;
  return [
    `${variantId} › ${description}`,
    `  case      ${caseId}   (${place})`,
    ...mismatches.flatMap(({ step, what, expected, actual }, index) => [
      ...(step === mismatches[index - 1]?.step ? [] : [`  step      ${step}`]),
      `  expected  ${shortened(told(what, expected))}`,
      `  actual    ${shortened(told(what, actual))}`,
    ]),
    ...(ended === undefined ? [] : [`  server    ended by itself: ${ended}`]),
    ...(stolenCpuShare === undefined ? [] : [`  machine   ${robbed(stolenCpuShare)}`]),
    ...lastLines(stderr),
  ].join('\n');
}

/**
 * @param {number} stolenCpuShare
 * @returns {string}
 */
function robbed(stolenCpuShare) {
  const percent = Math.round(stolenCpuShare * 100);
  return `${percent} % of its CPU went to other machines while it was asked: try again when it is quiet`;
}

/**
 * @param {string} what
 * @param {string} value
 * @returns {string}
 */
function told(what, value) {
  return what === '' ? value : `${what} ${value}`;
}

/**
 * @param {string} text
 * @returns {string} cut in the middle when it is long
 */
function shortened(text) {
  if (text.length <= LONGEST) return text;
  const half = LONGEST / 2;
  const left = text.length - LONGEST;
  return `${text.slice(0, half)}… ${left} more characters …${text.slice(-half)}`;
}

/**
 * @param {string | undefined} stderr
 * @returns {string[]}
 */
function lastLines(stderr) {
  if (!stderr?.trim()) return [];
  const lines = stderr.trim().split('\n').slice(-STDERR_LINES);
  // The bar keeps Jest from taking the server's stack trace for its own.
  return ['  stderr', ...lines.map((line) => `    | ${line}`)];
}

module.exports = { describeFailure };
