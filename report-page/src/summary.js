/** The top of the page: the verdict in one sentence, what was judged and what was not, and who is to blame. */

import { element, section } from './elements.js';
import { counted, duration, moment } from './figures.js';
import { messagesOf } from './message.js';
import { MARKS, countMarks, distinct } from './model.js';

/**
 * @typedef {import('./model.js').Cell} Cell
 * @typedef {import('./model.js').Model} Model
 * @typedef {import('./elements.js').Child} Child
 * @typedef {(cell: Cell) => void} Open
 */

const SHOWN_MAX = 30;
const SHOWN_OPEN_MAX = 4;
const SHOWN_LINES_MAX = 8;
const NAMED_STACKS_MAX = 3;
const NAMED_CELLS_MAX = 6;
const UNJUDGED = 'nothing could be judged';
const NAMELESS = 'The evidence of all metrics together fails the run; no single one can be named.';

/**
 * @param {Model} model
 * @returns {HTMLElement}
 */
export function verdictHeader(model) {
  const { ending, sentence } = verdictOf(model);
  const judged = judgedText(model);
  return element(
    'header',
    { class: 'verdict', 'data-ending': ending },
    element('h1', {}, sentence),
    element('p', { class: 'facts' }, factsOf(model)),
    judged !== '' && element('p', { class: 'facts' }, judged),
  );
}

/** @param {Model} model */
function verdictOf({ report, cells, ...rest }) {
  const counts = countMarks({ report, cells, ...rest });
  const judged = counts.pass + counts.fail + counts.inconclusive + counts.invalid;
  const failing = cells.filter(({ comparison }) => comparison.verdict === 'fail');
  const verdict = report.gate?.verdict;
  if (!report.passed) {
    const isOpen = verdict === 'inconclusive' || verdict === 'invalid';
    if (failing.length === 0 && problemsOf(withoutBase(report)).length === 0 && isOpen) {
      const word = verdict === 'invalid' ? 'Not to be trusted' : 'Undecided';
      return { ending: verdict, sentence: `${word}: ${openText(counts) || UNJUDGED}.` };
    }
    return { ending: 'fail', sentence: `Failed: ${failedText(failing, report)}.` };
  }
  if (judged === 0 && verdict === 'invalid') {
    return { ending: verdict, sentence: `Not to be trusted: ${UNJUDGED}.` };
  }
  if (judged === 0) return { ending: 'none', sentence: unjudgedSentence(report) };
  const open = openText(counts);
  if (open === '') return { ending: 'pass', sentence: `Passed: ${allText(judged)}.` };
  const found = `${counts.pass} of ${judged} limits hold, ${open}`;
  // Two revisions are not held to be alike before all is decided, and nothing has passed of which most is open.
  return report.revisions || counts.pass < judged / 2
    ? { ending: 'inconclusive', sentence: `Undecided: ${found}.` }
    : { ending: 'pass', sentence: `Passed: ${found}.` };
}

/** @param {number} judged */
function allText(judged) {
  return judged === 1 ? 'the one limit that was judged holds' : `all ${judged} limits hold`;
}

/** @param {any} report */
function unjudgedSentence({ gate, stacks }) {
  if (gate !== null) return 'Measured; nothing was judged.';
  const checked = stacks.filter((/** @type {any} */ { check }) => check !== null);
  return checked.length > 0
    ? `Passed: ${counted(checked.length, 'server')} behaved as the contracts say.`
    : 'Nothing was measured.';
}

/** @param {ReturnType<typeof countMarks>} counts */
function openText({ inconclusive, invalid }) {
  return [
    inconclusive > 0 ? `${inconclusive} ${inconclusive === 1 ? 'is' : 'are'} undecided` : '',
    invalid > 0 ? `${invalid} ${invalid === 1 ? 'is' : 'are'} not to be trusted` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * @param {Cell[]} failing
 * @param {any} report
 */
function failedText(failing, report) {
  if (failing.length === 1) {
    const [cell] = failing;
    const { title } = messagesOf(cell)[0] ?? { title: 'does not hold' };
    return `${cell.subject} on ${cell.workload}: ${title}`;
  }
  if (failing.length > 1) return cellsText(failing);
  const problems = problemsOf(withoutBase(report));
  return problems.length > 0
    ? counted(problems.length, 'problem')
    : 'the evidence of all metrics together is against it';
}

/** @param {Cell[]} failing */
function cellsText(failing) {
  const subjects = distinct(failing.map(({ subject }) => subject));
  if (subjects.length > NAMED_STACKS_MAX || failing.length > NAMED_CELLS_MAX) {
    return `${failing.length} cells of ${counted(subjects.length, 'stack')} do not hold their lines`;
  }
  return subjects
    .map((subject) => {
      const own = failing.filter((cell) => cell.subject === subject);
      return `${subject} on ${own.map(({ workload }) => workload).join(' and ')}`;
    })
    .join(', ');
}

/** @param {Model} model */
function factsOf({ report, cells, rows, workloads }) {
  const references = distinct(cells.flatMap(({ reference }) => reference ?? []));
  const beside =
    references.length === 1
      ? ` beside ${references[0]}`
      : references.length > 1
        ? ', each beside its reference'
        : '';
  const what =
    cells.length > 0
      ? `${counted(rows.length, 'stack')} on ${counted(workloads.length, 'workload')}${beside}`
      : counted(report.stacks.length, 'stack');
  return `${what}. ${moment(report.startedAt)}, took ${duration(report.seconds)}.`;
}

/** @param {Model} model */
function judgedText({ report, cells, ...rest }) {
  if (report.gate === null) return '';
  const counts = countMarks({ report, cells, ...rest });
  const left = notJudged(cells);
  const times = [...left.values()].reduce((sum, names) => sum + names.length, 0);
  /** @type {[number, string][]} */
  const told = [
    [counts.pass, counted(counts.pass, 'limit holds', 'limits hold')],
    [counts.fail, counted(counts.fail, 'limit does not hold', 'limits do not hold')],
    [counts.inconclusive, `${counts.inconclusive} undecided`],
    [counts.invalid, `${counts.invalid} not to be trusted`],
    [times, `${times} not judged`],
    [counts.none, `${counted(counts.none, 'ratio')} estimated`],
  ];
  const parts = told.filter(([count]) => count > 0).map(([, text]) => text);
  // One part alone says what the sentence above says.
  return parts.length > 1 ? `${parts.join(' · ')}.` : '';
}

/**
 * @param {Cell[]} cells
 * @returns {Map<string, string[]>} by reason, what was not judged
 */
function notJudged(cells) {
  /** @type {Map<string, string[]>} */
  const byReason = new Map();
  const add = (/** @type {string} */ reason, /** @type {string} */ name) =>
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  for (const { subject, workload, comparison } of cells) {
    for (const told of comparison.notMeasured) {
      const [, name, reason] = /^(\S+ \S+): (.*)$/s.exec(told) ?? [null, subject, told];
      add(reason, name);
    }
    const isTold = comparison.notMeasured.length > 0;
    if (comparison.notJudged !== null && !isTold)
      add(comparison.notJudged, `${subject} ${workload}`);
  }
  return byReason;
}

/**
 * @param {Model} model
 * @param {Open} open
 * @returns {HTMLElement | null}
 */
export function foundSection(model, open) {
  const { report, cells } = model;
  const of = (/** @type {string} */ wanted) =>
    cells.filter(({ comparison }) => comparison.verdict === wanted);
  const named = new Set(report.gate?.culprits ?? []);
  const isNamed = (/** @type {Cell} */ { subject, workload }) =>
    [...named].some((name) => String(name).startsWith(`${subject} ${workload}.`));
  const failing = of('fail').toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  const left = [...notJudged(cells)];
  const problems = problemsOf(report);
  const isNameless = report.gate?.verdict === 'fail' && failing.length === 0;
  const parts = [
    ...list('fail', failing, open),
    isNameless && element('p', { class: 'finding' }, NAMELESS),
    ...list('invalid', of('invalid'), open),
    ...list('inconclusive', of('inconclusive'), open),
    problems.length > 0 && plainList('Problems', problems),
    left.length > 0 && plainList('Not judged', left.map(leftText)),
  ].filter(Boolean);
  return parts.length > 0 ? section('What was found', ...parts) : null;
}

/**
 * @param {'fail' | 'invalid' | 'inconclusive'} mark
 * @param {Cell[]} cells
 * @param {Open} open
 * @returns {HTMLElement[]} what fails is told in full, what is open in a line each
 */
function list(mark, cells, open) {
  if (cells.length === 0) return [];
  const isFull = mark === 'fail';
  const max = isFull ? SHOWN_MAX : SHOWN_OPEN_MAX;
  const items = cells.map((cell) => finding(mark, cell, open));
  const kind = isFull ? 'findings' : 'findings short';
  const first = element('ul', { class: kind }, ...items.slice(0, max));
  if (items.length <= max) return [first];
  const rest = element('ul', { class: kind }, ...items.slice(max));
  const summary = element('summary', {}, `${items.length - max} more ${MARKS[mark].word}`);
  return [first, element('details', {}, summary, rest)];
}

/**
 * @param {'fail' | 'invalid' | 'inconclusive'} mark
 * @param {Cell} cell
 * @param {Open} open
 */
function finding(mark, cell, open) {
  const name = `${cell.row} ${cell.workload}`;
  const click = () => open(cell);
  return element(
    'li',
    { class: 'finding' },
    element('span', { class: 'mark', 'data-mark': mark, 'aria-hidden': 'true' }, MARKS[mark].sign),
    element(
      'div',
      {},
      element('button', { type: 'button', class: 'name', click }, name),
      element('span', { class: 'quiet' }, ` ${MARKS[mark].word}`),
      ...(mark === 'fail' ? messageLines(cell) : [shortMessage(cell)]),
    ),
  );
}

/** @param {Cell} cell */
function shortMessage(cell) {
  const told = messagesOf(cell).map(({ required, measured, place }) =>
    place === '' ? measured : `${measured}, ${required}`,
  );
  return element('span', { class: 'quiet' }, `: ${told.join('; ')}`);
}

/**
 * @param {Cell} cell
 * @returns {HTMLElement[]}
 */
export function messageLines(cell) {
  return messagesOf(cell).map(({ title, required, measured, place }) =>
    element(
      'dl',
      { class: 'message' },
      element('dt', {}, title),
      required !== '' && element('dd', {}, element('b', {}, 'required'), ` ${required}`),
      element('dd', {}, element('b', {}, 'measured'), ` ${measured}`),
      place !== '' && element('dd', {}, element('b', {}, 'set in'), ` thresholds.json ${place}`),
    ),
  );
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
function plainList(title, lines) {
  const items = lines.map((line) => element('li', {}, line));
  return element(
    'div',
    { class: 'plain' },
    element('h3', {}, title),
    element('ul', {}, ...items.slice(0, SHOWN_LINES_MAX)),
    items.length > SHOWN_LINES_MAX &&
      element(
        'details',
        {},
        element('summary', {}, `${items.length - SHOWN_LINES_MAX} more`),
        element('ul', {}, ...items.slice(SHOWN_LINES_MAX)),
      ),
  );
}

/** @param {[string, string[]]} left */
function leftText([reason, names]) {
  const shown = names.length > 1 ? `${names[0]} and ${names.length - 1} more` : names[0];
  return `${shown}: ${reason}`;
}

/**
 * @param {any} report
 * @returns {any} without what head was held against: what is wrong with that fails nothing
 */
function withoutBase(report) {
  const own = report.stacks.filter((/** @type {any} */ { id }) => !id.endsWith('@base'));
  return { ...report, stacks: own };
}

/**
 * @param {any} report
 * @returns {string[]} what is wrong besides limits
 */
export function problemsOf({ services, stacks, gate }) {
  const told = new Set(
    (gate?.comparisons ?? []).map(
      (/** @type {any} */ { subject, workload }) => `${subject} ${workload}`,
    ),
  );
  const missed = services.filter((/** @type {any} */ { required, notRun }) => required && notRun);
  return [
    ...missed.map((/** @type {any} */ { notRun }) => notRun),
    ...stacks.flatMap((/** @type {any} */ stack) => [
      ...problemsOfStack(stack),
      ...problemsOfWorkloads(stack, told),
    ]),
  ];
}

/**
 * @param {any} stack
 * @returns {string[]}
 */
function problemsOfStack({ id, problem, check, leftBehind = [] }) {
  return [
    ...(problem ? [`${id}: ${problem}`] : []),
    ...(check?.failed ?? []).map((/** @type {any} */ { message }) => message),
    ...[...(check?.leftBehind ?? []), ...leftBehind].map((what) => `${id} left behind: ${what}`),
  ];
}

/**
 * @param {any} stack
 * @param {Set<string>} told stacks on workloads of which the gate tells
 * @returns {string[]}
 */
function problemsOfWorkloads({ id, workloads }, told) {
  const own = Object.entries(workloads ?? {}).filter(([name]) => !told.has(`${id} ${name}`));
  return own.flatMap(([name, { problem, sample }]) => [
    ...(problem ? [`${id} ${name}: ${problem}`] : []),
    ...Object.entries(sample?.errors?.kinds ?? {}).map(
      ([kind, { count, examples }]) =>
        `${id} ${name}: ${counted(count, 'error')} (${kind}): ${examples[0]}`,
    ),
  ]);
}
