/** Reads the contracts, and refuses those that break their schema or our rules with every problem at once. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { InvalidInput, pointerTo } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');
const { expandContract } = require('./expand-contract');
const { WORD } = require('./words');

/** @typedef {import('../input/invalid-input').Problem} Problem */

/**
 * Bytes as a contract writes them: one of the keys.
 *
 * @typedef {object} Content
 * @property {string} [text]
 * @property {any} [json]
 * @property {string} [base64]
 * @property {{ bytes: number, byte?: number }} [fill]
 */

/**
 * @typedef {object} Request
 * @property {string} path
 * @property {string} [method]
 * @property {Record<string, string>} [headers]
 * @property {Content} [body]
 * @property {'length' | 'chunked'} [transfer]
 */

/** @typedef {string | { pattern?: string, absent?: true, list?: string[] }} ExpectedHeader */

/**
 * @typedef {object} ExpectedBody
 * @property {string} [text]
 * @property {any} [json]
 * @property {Record<string, any>} [jsonIncludes]
 * @property {string} [pattern]
 * @property {true} [empty]
 * @property {string} [page]
 * @property {{ count: number, size: number }} [items]
 */

/**
 * @typedef {object} ExpectedResponse
 * @property {number} status
 * @property {string} [contentType]
 * @property {true} [problem]
 * @property {Record<string, ExpectedHeader>} [headers]
 * @property {ExpectedBody} [body]
 * @property {string[]} [bodyExcludes]
 */

/** @typedef {Record<string, any>} Step one of the shapes of contracts/README.md, "Steps" */

/**
 * @typedef {object} ContractCase
 * @property {string} id
 * @property {string} description
 * @property {string} [because]
 * @property {string} [place] where it stands in its file: `/cases/7`, or `/cases/7 (row hello.get)`
 * @property {boolean} [ownServer]
 * @property {true} [withoutServices] its own server is told of no service
 * @property {number} [timeoutMillis] for each step
 * @property {Request} [request]
 * @property {ExpectedResponse} [response]
 * @property {Step[]} [steps]
 * @property {{ growthMiBMax: number, warmUp?: Step[] }} [memory]
 */

/**
 * @typedef {object} Load
 * @property {number} connections
 * @property {{ request: Request, response: ExpectedResponse, capture?: Record<string, { from: string, pattern?: string }> }[]} [exchanges]
 * @property {{ path: string, messages: Content[] }} [echo]
 */

/**
 * @typedef {object} Contract
 * @property {string} workload
 * @property {string} description
 * @property {import('../services/services').ServiceName} [service] what the workload needs besides its server
 * @property {ContractCase[]} cases
 * @property {Load} [load]
 * @property {string} file as a message names it: `contracts/hello.json`
 * @property {Record<string, string>} pages the text of each page that a case names
 */

const ONLY_WITH_OWN_SERVER = ['stop', 'signal', 'restart'];
const ONLY_WITH_SERVICE = ['service', 'serviceConnectionsMax'];
/** Their keys are the author's, not ours. */
const DATA = new Set(['json', 'jsonIncludes', 'headers', 'capture']);

const PATTERNS = new Set(['pattern', '$pattern']);

/** The workload that has no name in a stack's list, because every server must honour it. */
const EVERY_SERVERS = 'process';

/**
 * @param {string} folder the folder `contracts`
 * @returns {Contract[]} in the order of workloads.json
 * @throws {InvalidInput} with every problem of every file
 */
function loadContracts(folder) {
  const root = path.resolve(folder);
  const list = path.join(path.basename(root), 'workloads.json');
  const { value: workloads, problems } = readJson(path.join(root, 'workloads.json'), list);
  if (problems.length > 0) throw new InvalidInput(problems);
  if (!Array.isArray(workloads) || workloads.some((workload) => typeof workload !== 'string')) {
    const actual = JSON.stringify(workloads);
    throw new InvalidInput([{ file: list, pointer: '', expected: 'an array of names', actual }]);
  }
  const check = schemaCheck(path.join(root, 'schema/contract.schema.json'));
  const contracts = workloads
    .map((workload) => loadContract(root, workload, check, problems))
    .filter((contract) => contract !== null);
  problems.push(...repeatedIds(contracts));
  if (problems.length > 0) throw new InvalidInput(problems);
  return contracts;
}

/**
 * @param {Contract[]} contracts
 * @param {string[]} workloads those of a variant
 * @returns {Contract[]} the contracts that the variant must honour
 */
function contractsFor(contracts, workloads) {
  return contracts.filter(
    ({ workload }) => workload === EVERY_SERVERS || workloads.includes(workload),
  );
}

/**
 * @param {string} root
 * @param {string} workload
 * @param {(value: unknown, file: string) => Problem[]} check
 * @param {Problem[]} problems is added to
 * @returns {Contract | null}
 */
function loadContract(root, workload, check, problems) {
  const file = path.join(path.basename(root), `${workload}.json`);
  const { value, problems: unread } = readJson(path.join(root, `${workload}.json`), file);
  const broken = unread.length > 0 ? unread : check(withPlainPatterns(value), file);
  if (broken.length > 0) {
    problems.push(...broken);
    return null;
  }
  /** @type {Problem[]} */
  const found = [];
  const contract = expandContract(value, (pointer, expected, actual) =>
    found.push({ file, pointer, expected, actual: JSON.stringify(actual) }),
  );
  found.push(
    ...expandedProblems(contract, check, file),
    ...ownProblems(root, workload, contract, file),
  );
  problems.push(...oncePerCase(found));
  if (found.length > 0) return null;
  const pages = Object.fromEntries(
    pagesIn(contract).map(({ page }) => [page, fs.readFileSync(path.join(root, page), 'utf8')]),
  );
  return { ...contract, file, pages };
}

/**
 * What is wrong with a case is mostly wrong with all of its rows.
 *
 * @param {Problem[]} problems
 * @returns {Problem[]} without those that differ from an earlier one in nothing but the row
 */
function oncePerCase(problems) {
  const told = new Set();
  return problems.filter(({ pointer, expected, actual }) => {
    const key = JSON.stringify([pointer.split(' (row ')[0], expected, actual]);
    if (told.has(key)) return false;
    told.add(key);
    return true;
  });
}

/**
 * @param {Contract} contract with plain cases
 * @param {(value: unknown, file: string) => Problem[]} check
 * @param {string} file
 * @returns {Problem[]} what is wrong with cases of rows, of which the schema knows nothing before they are made
 */
function expandedProblems(contract, check, file) {
  const ofRows = contract.cases.filter(({ place }) => place?.includes(' '));
  if (ofRows.length === 0) return [];
  const cases = ofRows.map(({ place: _place, ...plain }) => plain);
  return check(withPlainPatterns({ ...contract, cases }), file).map((problem) => ({
    ...problem,
    pointer: writtenPointer(problem.pointer, ofRows),
  }));
}

/**
 * @param {string} pointer into the plain cases
 * @param {ContractCase[]} cases
 * @returns {string} into the file
 */
function writtenPointer(pointer, cases) {
  const [, index, rest] = /^\/cases\/(\d+)(.*)$/.exec(pointer) ?? [];
  return index === undefined ? pointer : within(cases[Number(index)], rest);
}

/**
 * @param {ContractCase} contractCase
 * @param {string} rest a pointer from the case
 * @returns {string} from the contract's root, with the row
 */
function within({ place = '' }, rest) {
  const [pointer, ...row] = place.split(' ');
  return [pointer + rest, ...row].join(' ');
}

/**
 * What a schema cannot say.
 *
 * @param {string} root
 * @param {string} workload
 * @param {Contract} contract
 * @param {string} file
 * @returns {Problem[]}
 */
function ownProblems(root, workload, contract, file) {
  /** @type {Problem[]} */
  const problems = [];
  const add = (
    /** @type {string} */ pointer,
    /** @type {string} */ expected,
    /** @type {unknown} */ actual,
  ) => problems.push({ file, pointer, expected, actual: JSON.stringify(actual) });
  if (contract.workload !== workload) {
    add(pointerTo('workload'), `"${workload}", as the file is named`, contract.workload);
  }
  contract.cases.forEach((contractCase, index) => {
    const { id, description } = contractCase;
    if (!id.startsWith(`${workload}.`)) {
      add(within(contractCase, '/id'), `an id that starts with "${workload}."`, id);
    }
    if (contract.cases.findIndex((other) => other.description === description) < index) {
      const expected = 'a description that no other case here has';
      add(within(contractCase, '/description'), expected, description);
    }
  });
  for (const contractCase of contract.cases) {
    for (const { key, why, pointer, value } of misplacedKeys(contract, contractCase)) {
      add(within(contractCase, pointer), `no "${key}" ${why}`, value);
    }
  }
  for (const { page, pointer } of pagesIn(contract)) {
    if (!fs.existsSync(path.join(root, page))) {
      add(writtenPointer(pointer, contract.cases), 'a page that is there', page);
    }
  }
  return problems;
}

/**
 * @param {Contract} contract
 * @param {ContractCase} contractCase
 * @returns {{ key: string, why: string, pointer: string, value: any }[]} what may not stand in this case; pointers from the case
 */
function misplacedKeys({ service }, contractCase) {
  const { ownServer, withoutServices } = contractCase;
  /** @type {[string[], string, boolean | undefined][]} */
  const rules = [
    [ONLY_WITH_OWN_SERVER, 'in a case without "ownServer"', !ownServer],
    [['withoutServices'], 'in a case without "ownServer"', ownServer === false],
    [ONLY_WITH_SERVICE, 'in a case with "withoutServices"', withoutServices],
    [[...ONLY_WITH_SERVICE, 'withoutServices'], 'in a contract without "service"', !service],
  ];
  const broken = rules.filter(([, , isBroken]) => isBroken);
  return keysIn(contractCase, '').flatMap(({ key, pointer, value }) => {
    const rule = broken.findLast(([keys]) => keys.includes(key));
    return rule ? [{ key, why: rule[1], pointer, value }] : [];
  });
}

/**
 * @param {any} value
 * @param {string} pointer
 * @returns {{ key: string, pointer: string, value: any }[]} every key at any depth, but for those of data
 */
function keysIn(value, pointer) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = pointer + pointerTo(key);
    const here = { key, pointer: at, value: inner };
    return DATA.has(key) ? [here] : [here, ...keysIn(inner, at)];
  });
}

/**
 * A word in braces is no regular expression before it is replaced.
 *
 * @param {any} value
 * @returns {any} a copy with a letter for each word of its patterns
 */
function withPlainPatterns(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withPlainPatterns);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      PATTERNS.has(key) && typeof inner === 'string'
        ? inner.replace(WORD, 'x')
        : withPlainPatterns(inner),
    ]),
  );
}

/**
 * @param {any} value
 * @param {string} [pointer]
 * @returns {{ page: string, pointer: string }[]} every page named in a contract
 */
function pagesIn(value, pointer = '') {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = pointer + pointerTo(key);
    const isPage = key === 'page' && typeof inner === 'string' && inner.startsWith('pages/');
    return isPage ? [{ page: inner, pointer: at }] : pagesIn(inner, at);
  });
}

/**
 * @param {Contract[]} contracts
 * @returns {Problem[]}
 */
function repeatedIds(contracts) {
  const seen = new Set();
  return contracts.flatMap(({ file, cases }) =>
    cases.flatMap((contractCase) => {
      const { id } = contractCase;
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      const pointer = within(contractCase, '/id');
      return [
        { file, pointer, expected: 'an id that no other case has', actual: JSON.stringify(id) },
      ];
    }),
  );
}

module.exports = { loadContracts, contractsFor };
