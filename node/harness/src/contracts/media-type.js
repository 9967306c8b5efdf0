/** Brings media types into a normal form in which two are equal when they mean the same. */
'use strict';

const JSON_TYPE = 'application/json';
/** JSON is UTF-8 whatever a parameter says (RFC 8259, section 11). */
const WITHOUT_MEANING = 'charset=utf-8';

/**
 * @param {string} text the value of a `Content-Type`
 * @returns {string} type and parameters, without regard to case, order and blanks
 */
function normalMediaType(text) {
  const [type, ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.replace(/["\s]/g, ''));
  const meant = parameters.filter((each) => type !== JSON_TYPE || each !== WITHOUT_MEANING);
  return [type, ...meant.sort()].join('; ');
}

module.exports = { normalMediaType };
