/** Makes untrusted text fit for Markdown on GitHub: it is shown as code, where nothing has a meaning, and cannot leave it. */
'use strict';

const { safeText } = require('./safe-text');

/**
 * Within code nothing is a mention, a link or HTML. What ends it is a backtick, and what ends a cell of a table is a bar; of
 * neither an escape is read the same everywhere, so that they are replaced by what looks like them.
 */
const LOOKALIKES = { '`': "'", '|': '\u00a6' };
const FENCE = '```';
const ELLIPSIS = '...'.length;
/** A half of a pair is no character, and makes a body that GitHub refuses. */
const HALVES = /\p{Surrogate}/gu;

/**
 * @param {string} text
 * @param {number} charactersMax
 * @returns {string} on one line, for a paragraph, a list or a cell
 */
function inlineCode(text, charactersMax) {
  const line = harmless(text, charactersMax).replace(/\s+/g, ' ').trim();
  return line === '' ? '' : `\`${line}\``;
}

/**
 * @param {string} text
 * @param {number} charactersMax
 * @returns {string[]} lines, its own ones kept
 */
function codeBlock(text, charactersMax) {
  return [`${FENCE}text`, ...harmless(text, charactersMax).split('\n'), FENCE];
}

/**
 * @param {string[][]} rows of equal length, the head first, of cells that are Markdown
 * @returns {string[]} lines
 */
function markdownTable([head, ...rows]) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/**
 * @param {string} text
 * @param {number} charactersMax
 */
function harmless(text, charactersMax) {
  // Written out, a control character is six: what was cut may be too long again.
  return safeText(text, charactersMax)
    .slice(0, charactersMax + ELLIPSIS)
    .replace(HALVES, '\ufffd')
    .replace(/[`|]/g, (character) => LOOKALIKES[/** @type {'|'} */ (character)]);
}

module.exports = { codeBlock, inlineCode, markdownTable };
