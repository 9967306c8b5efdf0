// Which paths there are and which methods they take: what 404 and 405 are decided by.
'use strict';

const { Problem } = require('./problem');

/** @type {[RegExp, string][]} */
const METHODS = [
  [/^\/(?:|hello|hash|fibonacci|stream|health|htmx\.min\.js|echo)$/, 'GET, HEAD'],
  [/^\/stream\/[^/]+\/signals$/, 'GET, HEAD'],
  [/^\/todos$/, 'GET, HEAD, POST'],
  [/^\/todos\/[^/]+$/, 'DELETE, GET, HEAD, PUT'],
  [/^\/upload$/, 'PUT'],
  [/^\/cache\/[^/]+$/, 'GET, HEAD, PUT'],
  [/^\/(?:records|messages)$/, 'POST'],
  [/^\/(?:records|messages)\/[^/]+$/, 'GET, HEAD'],
];

/**
 * @param {string} method of a request that nothing answers
 * @param {string} path
 * @returns {Problem} 404, or 405 when the path is known
 */
function refusalOf(method, path) {
  const known = METHODS.find(([pattern]) => pattern.test(path));
  if (!known) return new Problem(404, `There is nothing at ${path}.`);
  const [, allow] = known;
  return new Problem(405, `${method} is not among ${allow}.`, { Allow: allow });
}

module.exports = { refusalOf };
