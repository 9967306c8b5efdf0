/** Turns the content of a contract (text, json, base64, fill) into bytes. */
'use strict';

/**
 * @param {Record<string, any>} content
 * @returns {Buffer}
 */
function contentOf(content) {
  if (content.text !== undefined) return Buffer.from(content.text);
  if (content.json !== undefined) return Buffer.from(JSON.stringify(content.json));
  if (content.base64 !== undefined) return Buffer.from(content.base64, 'base64');
  return Buffer.alloc(content.fill.bytes, content.fill.byte ?? 0);
}

module.exports = { contentOf };
