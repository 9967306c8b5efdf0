/** Makes text that came from a server fit for a terminal and a file: no control characters, not long. */
'use strict';

const CHARACTERS_MAX = 2000;
// Escape sequences could repaint a terminal; a carriage return could hide what stands before it.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * @param {string} text
 * @param {number} [charactersMax]
 * @returns {string} the text with control characters (but for new lines) written out
 */
function safeText(text, charactersMax = CHARACTERS_MAX) {
  const cut = text.length > charactersMax ? `${text.slice(0, charactersMax)}...` : text;
  return cut.replaceAll('\t', '  ').replace(CONTROL, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

module.exports = { safeText };
