/** Holds a response against what a contract expects, and tells all that differs. */
'use strict';

const { isDeepStrictEqual } = require('node:util');
const { pointerTo } = require('../input/invalid-input');
const { ItemCheck } = require('./items');
const { jsonDifferences } = require('./json-match');
const { normalMediaType } = require('./media-type');
const { normalPage } = require('./pages');

/** @typedef {import('./http-exchange').HttpResponse} HttpResponse */
/** @typedef {import('./load-contracts').ExpectedResponse} ExpectedResponse */
/** @typedef {import('./load-contracts').ExpectedBody} ExpectedBody */
/** @typedef {import('./load-contracts').ExpectedHeader} ExpectedHeader */

/**
 * One thing that differs.
 *
 * @typedef {object} Mismatch
 * @property {string} pointer to the expectation, from the step's own place
 * @property {string} what such as `status` or `header allow`
 * @property {string} expected
 * @property {string} actual
 * @property {boolean} [isPause] whether it is an answer that was late by so little that a pause of the machine may have made it late
 */

/**
 * @param {HttpResponse} response
 * @param {ExpectedResponse} expected
 * @param {(name: string) => string} pageText the text of an expected page
 * @returns {Mismatch[]} none when it holds
 */
function holdResponse(response, expected, pageText) {
  return [
    ...statusMismatches(response, expected),
    ...contentTypeMismatches(response, expected),
    ...headerMismatches(response, expected),
    ...bannerMismatches(response),
    ...(expected.body ? bodyMismatches(response.body, expected.body, pageText) : []),
    ...(expected.problem ? problemMismatches(response, expected) : []),
    ...exclusionMismatches(response, expected),
  ];
}

/** @type {(response: HttpResponse, expected: ExpectedResponse) => Mismatch[]} */
function statusMismatches({ status, body }, expected) {
  if (status === expected.status) return [];
  const explained = body.length > 0 ? `${status} with body ${quoted(body)}` : String(status);
  return [mismatch(['status'], 'status', String(expected.status), explained)];
}

/** @type {(response: HttpResponse, expected: ExpectedResponse) => Mismatch[]} */
function contentTypeMismatches({ headers }, { contentType }) {
  const actual = headers['content-type'];
  if (contentType === undefined || normalMediaType(actual ?? '') === normalMediaType(contentType)) {
    return [];
  }
  return [mismatch(['contentType'], 'header content-type', contentType, actual ?? 'absent')];
}

/** @type {(response: HttpResponse, expected: ExpectedResponse) => Mismatch[]} */
function headerMismatches({ headers }, expected) {
  return Object.entries(expected.headers ?? {}).flatMap(([name, wanted]) => {
    const actual = headers[name];
    if (headerHolds(actual, wanted)) return [];
    const told = actual === undefined ? 'absent' : JSON.stringify(actual);
    return [mismatch(['headers', name], `header ${name}`, headerText(wanted), told)];
  });
}

/**
 * @param {string | undefined} actual
 * @param {ExpectedHeader} wanted
 * @returns {boolean}
 */
function headerHolds(actual, wanted) {
  if (typeof wanted === 'string') return actual === wanted;
  if (wanted.absent) return actual === undefined;
  if (actual === undefined) return false;
  if (wanted.pattern !== undefined) return new RegExp(wanted.pattern, 'u').test(actual);
  return isDeepStrictEqual(listItems(actual.split(',')), listItems(wanted.list ?? []));
}

/**
 * @param {string[]} items
 * @returns {Set<string>}
 */
function listItems(items) {
  return new Set(items.map((item) => item.trim().toLowerCase()).filter((item) => item !== ''));
}

/**
 * @param {ExpectedHeader} wanted
 * @returns {string}
 */
function headerText(wanted) {
  if (typeof wanted === 'string') return JSON.stringify(wanted);
  if (wanted.absent) return 'absent';
  if (wanted.pattern !== undefined) return `matching /${wanted.pattern}/`;
  return `the list ${(wanted.list ?? []).join(', ')}`;
}

/** @type {(response: HttpResponse) => Mismatch[]} */
function bannerMismatches({ headers }) {
  return ['x-powered-by', 'server']
    .filter((name) => headers[name])
    .map((name) =>
      mismatch(
        [],
        `header ${name}`,
        'absent, as no server tells what it is made of',
        JSON.stringify(headers[name]),
      ),
    );
}

/**
 * @param {Buffer} body
 * @param {ExpectedBody} expected
 * @param {(name: string) => string} pageText
 * @returns {Mismatch[]}
 */
function bodyMismatches(body, expected, pageText) {
  const text = body.toString('utf8');
  const differs = (
    /** @type {string} */ key,
    /** @type {boolean} */ holds,
    /** @type {string} */ wanted,
  ) => (holds ? [] : [mismatch(['body', key], 'body', wanted, quoted(body))]);
  if (expected.text !== undefined)
    return differs('text', text === expected.text, JSON.stringify(expected.text));
  if (expected.empty) return differs('empty', body.length === 0, 'empty');
  if (expected.pattern !== undefined) {
    const found = new RegExp(expected.pattern, 'u').test(text);
    return differs('pattern', found, `matching /${expected.pattern}/`);
  }
  if (expected.jsonIncludes !== undefined) {
    return jsonMismatches(text, expected.jsonIncludes, 'jsonIncludes');
  }
  if (expected.page !== undefined)
    return pageMismatches(text, expected.page, pageText(expected.page));
  if (expected.items !== undefined) return itemMismatches(body, expected.items);
  return jsonMismatches(text, expected.json, 'json');
}

/**
 * @param {string} text
 * @param {any} expected
 * @param {'json' | 'jsonIncludes'} key
 * @returns {Mismatch[]}
 */
function jsonMismatches(text, expected, key) {
  const actual = parsed(text);
  const at = pointerTo('response', 'body', key);
  if (actual === undefined) {
    const told = `${quoted(Buffer.from(text))}, not JSON`;
    return [{ pointer: at, what: 'body', expected: JSON.stringify(expected), actual: told }];
  }
  return jsonDifferences(actual, expected, key === 'jsonIncludes').map(
    ({ pointer, ...difference }) => ({
      pointer: at + pointer,
      what: `body ${pointer}`.trim(),
      ...difference,
    }),
  );
}

/**
 * @param {string} text
 * @param {string} page
 * @param {string} pageText
 * @returns {Mismatch[]}
 */
function pageMismatches(text, page, pageText) {
  const actual = normalPage(text);
  const expected = normalPage(pageText);
  const at = expected.findIndex((line, index) => line !== actual[index]);
  if (at < 0 && actual.length === expected.length) return [];
  const line = at < 0 ? expected.length : at;
  const shown = (/** @type {string[]} */ lines) => lines[line]?.trim() ?? 'the end of the page';
  const what = `line ${line + 1} of the normal form of ${page}`;
  return [mismatch(['body', 'page'], what, shown(expected), shown(actual))];
}

/**
 * @param {Buffer} body
 * @param {{ count: number, size: number }} items
 * @returns {Mismatch[]}
 */
function itemMismatches(body, { count, size }) {
  const check = new ItemCheck(size);
  check.add(body);
  if (check.difference) {
    const { what, expected, actual } = check.difference;
    return [mismatch(['body', 'items'], `body ${what}`, expected, actual)];
  }
  if (check.items === count && check.unfinishedBytes === 0) return [];
  const actual = `${check.items} lines and ${check.unfinishedBytes} bytes`;
  return [mismatch(['body', 'items', 'count'], 'body', `${count} lines`, actual)];
}

/** @type {(response: HttpResponse, expected: ExpectedResponse) => Mismatch[]} */
function problemMismatches({ headers, body }, { status }) {
  const mediaType = (headers['content-type'] ?? 'absent').split(';')[0].trim().toLowerCase();
  const found = parsed(body.toString('utf8'));
  const problem = isObject(found) ? found : {};
  const rules = /** @type {const} */ ([
    [
      'header content-type',
      mediaType === 'application/problem+json',
      'application/problem+json',
      mediaType,
    ],
    ['problem type', typeof problem.type === 'string', 'a text', problem.type],
    ['problem title', isNonEmptyText(problem.title), 'a text', problem.title],
    ['problem detail', isNonEmptyText(problem.detail), 'a text', problem.detail],
    ['problem status', problem.status === status, String(status), problem.status],
  ]);
  if (!isObject(found)) {
    return [mismatch(['problem'], 'body', 'a problem as JSON (RFC 9457)', quoted(body))];
  }
  return rules
    .filter(([, holds]) => !holds)
    .map(([what, , wanted, actual]) =>
      mismatch(['problem'], what, wanted, JSON.stringify(actual) ?? 'absent'),
    );
}

/** @type {(response: HttpResponse, expected: ExpectedResponse) => Mismatch[]} */
function exclusionMismatches({ body }, { bodyExcludes = [] }) {
  return bodyExcludes
    .map((text, index) => ({ text, index }))
    .filter(({ text }) => body.includes(text))
    .map(({ text, index }) =>
      mismatch(['bodyExcludes', index], 'body', `without ${JSON.stringify(text)}`, quoted(body)),
    );
}

/**
 * @param {(string | number)[]} keys
 * @param {string} what
 * @param {string} expected
 * @param {string} actual
 * @returns {Mismatch}
 */
function mismatch(keys, what, expected, actual) {
  return { pointer: pointerTo('response', ...keys), what, expected, actual };
}

/**
 * @param {string} text
 * @returns {any} undefined when it is no JSON
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {any} value
 * @returns {boolean}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {any} value
 * @returns {boolean}
 */
function isNonEmptyText(value) {
  return typeof value === 'string' && value !== '';
}

/**
 * @param {Buffer} bytes
 * @returns {string} as text where it is UTF-8
 */
function quoted(bytes) {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD')
    ? `${bytes.length} bytes ${bytes.toString('hex')}`
    : JSON.stringify(text);
}

module.exports = { holdResponse, parsed, quoted };
