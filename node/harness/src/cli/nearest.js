/** Finds what a person who mistyped a name most likely meant. */
'use strict';

/** More edits than this share of the longer name is another name. */
const EDITS_SHARE_MAX = 0.4;

/**
 * @param {string} typed
 * @param {string[]} names
 * @returns {string | null} null when none is near
 */
function nearest(typed, names) {
  const [best] = names
    .map((name) => ({ name, share: edits(typed, name) / Math.max(typed.length, name.length, 1) }))
    .sort((a, b) => a.share - b.share);
  return best && best.share <= EDITS_SHARE_MAX ? best.name : null;
}

/**
 * The distance of Levenshtein (1966): insertions, deletions and replacements.
 *
 * @param {string} from
 * @param {string} to
 * @returns {number}
 */
function edits(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      next[j] = Math.min(replaced, row[j] + 1, next[j - 1] + 1);
    }
    row = next;
  }
  return row[to.length];
}

module.exports = { nearest };
