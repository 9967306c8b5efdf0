/** The map: stacks down, workloads across, each cell coloured by how far it is from its limit. */

import { drawing, element, section } from './elements.js';
import { NONE, change, figure } from './figures.js';
import { KINDS, limitKindOf } from './limits.js';
import { intervalText, limitFigure } from './message.js';
import { MARKS, headroom, markOf, metricOfKind, roomOf } from './model.js';

/**
 * @typedef {import('./limits.js').Kind} Kind
 * @typedef {import('./model.js').Cell} Cell
 * @typedef {import('./model.js').Metric} Metric
 * @typedef {import('./model.js').Model} Model
 */

/** From this room on, a step of colour; the greatest last. */
const STEPS = [
  { step: 'beyond-3', from: -1, word: 'beyond its limit by more than 20 %' },
  { step: 'beyond-2', from: -0.2, word: 'by 5 to 20 %' },
  { step: 'beyond-1', from: -0.05, word: 'by less than 5 %' },
  { step: 'near', from: 0, word: 'less than 10 % of room' },
  { step: 'clear-1', from: 0.1, word: '10 to 35 %' },
  { step: 'clear-2', from: 0.35, word: '35 to 100 %' },
  { step: 'clear-3', from: 1, word: 'more' },
];
const WIDTH = 100;
const MIDDLE = 40;
/** How far from the limit the strips reach, as a logarithm: as far as nine tenths of what they show, within these. */
const REACH_MIN = Math.log(1.25);
const REACH_MAX = Math.log(10);
const SHOWN_SHARE = 0.9;

/**
 * @param {Model} model
 * @param {{ open: (cell: Cell) => void, other: Model | null }} how other: a report to tell the change against
 * @returns {HTMLElement | null}
 */
export function mapSection(model, { open, other }) {
  if (model.cells.length === 0) return null;
  const holder = element('div', {
    class: 'scroller',
    role: 'region',
    'aria-label': 'Cells of the map',
    tabindex: '0',
  });
  const cells = new Map(model.cells.map((cell) => [cell.id, cell]));
  const others = new Map((other?.cells ?? []).map((cell) => [cell.id, cell]));
  const show = (/** @type {Kind} */ kind) =>
    holder.replaceChildren(tableOf(model, { kind, cells, others, open }));
  const first = KINDS.find((kind) => countMeasured(model, kind) > 0) ?? 'throughput';
  show(first);
  const isJudged = model.cells.some(({ comparison }) => comparison.metrics.length > 0);
  const isChoice = KINDS.every((kind) => countMeasured(model, kind) > 0);
  return section('Map', isChoice && kindSwitch(model, first, show), holder, isJudged && legend());
}

/**
 * @param {Model} model
 * @param {Kind} kind
 */
function countMeasured({ cells }, kind) {
  return cells.filter((cell) => metricOfKind(cell, kind)).length;
}

/**
 * @param {Model} model
 * @param {Kind} first
 * @param {(kind: Kind) => void} show
 */
function kindSwitch(model, first, show) {
  const choices = KINDS.map((kind) => {
    const failed = model.cells.filter(
      (cell) => metricOfKind(cell, kind)?.verdict === 'fail',
    ).length;
    const measured = countMeasured(model, kind);
    const note = failed > 0 ? `${failed} ${MARKS.fail.sign}` : String(measured);
    const input = element('input', {
      type: 'radio',
      name: 'kind',
      value: kind,
      checked: kind === first,
      change: () => show(kind),
    });
    const told = failed > 0 ? `, ${failed} beyond their limits` : `, ${measured} measured`;
    return element(
      'label',
      {},
      input,
      element('span', {}, kind, ' ', element('small', { 'aria-hidden': 'true' }, note)),
      element('span', { class: 'unseen' }, told),
    );
  });
  return element(
    'fieldset',
    { class: 'switch' },
    element('legend', { class: 'unseen' }, 'What the map shows'),
    ...choices,
  );
}

/**
 * @param {Model} model
 * @param {{ kind: Kind, cells: Map<string, Cell>, others: Map<string, Cell>, open: (cell: Cell) => void }} how
 */
function tableOf({ rows, workloads, cells: all }, { kind, cells, others, open }) {
  const reach = reachOf(all, kind);
  const head = element(
    'tr',
    {},
    element('td', {}),
    ...workloads.map((workload) => element('th', { scope: 'col' }, workload)),
  );
  const body = rows.map((row) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, row),
      ...workloads.map((workload) => {
        const id = `${row} ${workload}`;
        const cell = cells.get(id);
        return cell ? cellOf(cell, { kind, reach, other: others.get(id), open }) : emptyCell();
      }),
    ),
  );
  return element(
    'table',
    { class: 'map', keydown: moveAmongCells },
    element('caption', {}, captionOf(all, kind)),
    element('thead', {}, head),
    element('tbody', {}, ...body),
  );
}

/**
 * @param {Cell[]} cells
 * @param {Kind} kind
 */
function captionOf(cells, kind) {
  const metrics = cells.flatMap((cell) => metricOfKind(cell, kind) ?? []);
  const units = [...new Set(metrics.map(({ key }) => limitKindOf(key).unit.trim()))];
  const name = kind === 'p99' ? 'p99 of latency' : 'Throughput';
  const better = kind === 'p99' ? 'less is better' : 'more is better';
  return units.length === 1 ? `${name}, ${units[0]}; ${better}` : `${name}; ${better}`;
}

function emptyCell() {
  const none = element('span', { 'aria-hidden': 'true' }, NONE);
  return element('td', {}, element('div', { class: 'cell none' }, none, unseen('not measured')));
}

/**
 * @param {Cell[]} cells
 * @param {Kind} kind
 * @returns {number}
 */
function reachOf(cells, kind) {
  const sizes = cells
    .flatMap((cell) => metricOfKind(cell, kind) ?? [])
    .flatMap(({ key, limit, measured, interval }) =>
      [measured, ...interval].flatMap((value) =>
        value === null ? [] : Math.abs(Math.log(1 + roomOf(key, limit, value))),
      ),
    )
    .sort((a, b) => a - b);
  const reach = sizes[Math.floor(sizes.length * SHOWN_SHARE)] ?? REACH_MIN;
  return Math.min(REACH_MAX, Math.max(REACH_MIN, reach));
}

/**
 * @param {Cell} cell
 * @param {{ kind: Kind, reach: number, other: Cell | undefined, open: (cell: Cell) => void }} how
 */
function cellOf(cell, { kind, reach, other, open }) {
  const metric = metricOfKind(cell, kind);
  const mark = markOf(cell, kind);
  const room = metric ? headroom(metric) : null;
  const isSure = mark !== 'invalid' && mark !== 'none';
  const moved = metric && other ? changeOf(metric, metricOfKind(other, kind)) : null;
  const button = element(
    'button',
    {
      type: 'button',
      class: 'cell',
      'data-step': isSure && room !== null ? stepOf(room) : 'unjudged',
      'data-mark': mark,
      'data-cell': cell.id,
      'aria-label': spoken(cell, kind, { metric, moved }),
      'aria-haspopup': 'dialog',
      click: () => open(cell),
    },
    element('span', { class: 'figure' }, shownFigure(cell, kind, metric)),
    MARKS[mark].sign !== '' && element('span', { class: 'sign' }, MARKS[mark].sign),
    moved !== null && element('span', { class: 'moved' }, change(moved)),
    metric && metric.measured !== null && strip(metric, reach),
  );
  return element('td', {}, button);
}

/**
 * @param {Cell} cell
 * @param {Kind} kind
 * @param {Metric | undefined} metric
 */
function shownFigure({ comparison }, kind, metric) {
  if (metric && metric.measured !== null) return limitFigure(metric.key, metric.measured);
  const own = comparison.figures?.subject?.requestsPerSecond ?? null;
  const isPlain = kind === 'throughput' && comparison.metrics.length === 0 && own !== null;
  return isPlain ? `${figure(own)}/s` : NONE;
}

/**
 * @param {Metric} metric
 * @param {Metric | undefined} before
 * @returns {number | null} share
 */
export function changeOf({ key, measured }, before) {
  if (!before || before.key !== key || !before.measured || measured === null) return null;
  return measured / before.measured - 1;
}

/** @param {number} room */
export function stepOf(room) {
  return STEPS.findLast(({ from }) => room >= from)?.step ?? STEPS[0].step;
}

/**
 * @param {Cell} cell
 * @param {Kind} kind
 * @param {{ metric: Metric | undefined, moved: number | null }} found
 */
function spoken(cell, kind, { metric, moved }) {
  const name = `${cell.row} ${cell.workload}`;
  const { word } = MARKS[markOf(cell, kind)];
  if (!metric || metric.measured === null)
    return `${name}: ${kind} ${word}, ${shownFigure(cell, kind, metric)}`;
  const { key, limit, measured } = metric;
  const within = intervalText(metric);
  const parts = [
    `${name}: ${kind} ${limitFigure(key, measured)}${limitKindOf(key).unit}`,
    within === '' ? '' : `interval ${within}`,
    `limit ${limitFigure(key, limit)}`,
    word,
    moved === null ? '' : `${change(moved)} against the other report`,
  ];
  return parts.filter(Boolean).join(', ');
}

/**
 * The interval on a line, better to the right, the limit being the tick.
 *
 * @param {Metric} metric
 * @param {number} reach
 */
function strip({ key, limit, measured, interval }, reach) {
  const place = (/** @type {number} */ value) => placeOf(roomOf(key, limit, value), reach);
  const [one, other] = interval.map((end) => (end === null ? null : place(end)));
  const ends = limitKindOf(key).sense === 'min' ? [one, other] : [other, one];
  const from = ends[0] ?? 0;
  const to = ends[1] ?? WIDTH;
  return drawing(
    'svg',
    {
      class: 'strip',
      viewBox: `0 0 ${WIDTH} 8`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    drawing('line', { class: 'tick', x1: MIDDLE, x2: MIDDLE, y1: 0, y2: 8 }),
    drawing('line', { class: 'reach', x1: from, x2: Math.max(to, from + 1), y1: 4, y2: 4 }),
    drawing('line', {
      class: 'point',
      x1: place(Number(measured)),
      x2: place(Number(measured)),
      y1: 1.5,
      y2: 6.5,
    }),
  );
}

/**
 * @param {number} room
 * @param {number} reach
 */
function placeOf(room, reach) {
  const place = MIDDLE + (Math.log(1 + room) / reach) * (WIDTH - MIDDLE);
  return Math.round(Math.min(WIDTH - 1, Math.max(1, place)) * 10) / 10;
}

/** @param {string} text */
function unseen(text) {
  return element('span', { class: 'unseen' }, text);
}

function legend() {
  const steps = STEPS.map(({ step, word }) =>
    element('li', {}, element('i', { class: 'swatch', 'data-step': step }), word),
  );
  const marks = /** @type {const} */ (['fail', 'inconclusive', 'invalid']).map((mark) =>
    element(
      'li',
      {},
      element('i', { class: 'mark', 'data-mark': mark }, MARKS[mark].sign),
      MARKS[mark].word,
    ),
  );
  const dash = element('li', {}, element('i', { class: 'mark' }, NONE), 'not measured');
  const line = element(
    'p',
    {},
    'The line in a cell is the interval, better to the right; the tick is the limit, the stroke what was measured.',
  );
  return element(
    'div',
    { class: 'legend' },
    element('ul', {}, ...steps),
    element('ul', {}, ...marks, dash),
    line,
  );
}

/**
 * Arrow keys go from cell to cell.
 *
 * @param {KeyboardEvent} event
 */
function moveAmongCells(event) {
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  if (!Object.hasOwn(moves, event.key)) return;
  const [down, right] = moves[/** @type {keyof typeof moves} */ (event.key)];
  const from = /** @type {HTMLElement} */ (event.target).closest('td');
  const row = from?.closest('tr');
  if (!from || !row) return;
  const rows = [...(row.parentElement?.children ?? [])];
  let [at, column] = [rows.indexOf(row), from.cellIndex];
  do {
    at += down;
    column += right;
    const button = rows[at]?.children[column]?.querySelector('button');
    if (button) {
      button.focus();
      event.preventDefault();
      return;
    }
  } while (rows[at]?.children[column]);
}
