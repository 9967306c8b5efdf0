/** What the stacks really differ in: cases that one of them is known to fail, with the reason. */
'use strict';

const { safeText } = require('./safe-text');

/** @typedef {import('./report').StackReport} StackReport */

/**
 * @param {StackReport[]} stacks
 * @returns {string[]} lines: each case with the stacks that fail it for the same reason; none where all hold
 */
function knownFailingTable(stacks) {
  /** @type {Map<string, { id: string, reason: string, stacks: string[] }>} */
  const rows = new Map();
  for (const { id: stack, check } of stacks) {
    for (const { id, reason } of check?.knownFailing ?? []) {
      const key = JSON.stringify([id, reason]);
      const row = rows.get(key) ?? { id, reason, stacks: [] };
      rows.set(key, { ...row, stacks: [...row.stacks, stack] });
    }
  }
  if (rows.size === 0) return [];
  return [
    'What the stacks differ in (known to fail, still run)',
    ...[...rows.values()].map(line),
    '',
  ];
}

/** @param {{ id: string, reason: string, stacks: string[] }} row */
function line({ id, reason, stacks }) {
  return safeText(`  ${id}: ${stacks.join(', ')}: ${reason}`);
}

module.exports = { knownFailingTable };
