/** All figures as a table: sorted by any column, filtered, and copied as CSV. */

import { copyButton, element, section } from './elements.js';
import { NONE, change, counted, figure, known, mebibytes, millis, percent } from './figures.js';
import { limitKindOf } from './limits.js';
import { limitFigure } from './message.js';
import { MARKS, headroom } from './model.js';

/**
 * @typedef {import('./model.js').Cell} Cell
 * @typedef {import('./model.js').Mark} Mark
 * @typedef {import('./model.js').Metric} Metric
 * @typedef {import('./model.js').Model} Model
 *
 * @typedef {object} Line of the table: a metric of a cell, or a cell without one
 * @property {Cell} cell
 * @property {Metric | null} metric
 * @property {Mark} mark
 * @property {HTMLElement | null} row made when it is first shown
 *
 * @typedef {string | number | null} Value
 *
 * @typedef {object} Column
 * @property {string} title
 * @property {(line: Line) => Value} value by which it is sorted, and what is copied
 * @property {(value: any, line: Line) => string} [written]
 * @property {boolean} [isText]
 */

/** @type {Column[]} */
const COLUMNS = [
  { title: 'stack', value: ({ cell }) => cell.subject, isText: true },
  { title: 'workload', value: ({ cell }) => cell.workload, isText: true },
  { title: 'metric', value: ({ metric }) => metric && limitKindOf(metric.key).kind, isText: true },
  { title: 'verdict', value: ({ mark }) => MARKS[mark].word, isText: true },
  { title: 'measured', value: ({ metric }) => metric?.measured ?? null, written: inUnit },
  { title: 'from', value: ({ metric }) => metric?.interval[0] ?? null, written: inUnit },
  { title: 'to', value: ({ metric }) => metric?.interval[1] ?? null, written: inUnit },
  { title: 'limit', value: limitOf, written: inUnit },
  { title: 'room', value: roomOfLine, written: change },
  { title: 'unit', value: unitOf, isText: true },
  { title: 'blocks', value: ({ metric }) => metric?.blocks ?? null, written: String },
  { title: 'left out', value: leftOutOf, written: String },
  { title: 'requests/s', value: ({ cell }) => armOf(cell)?.requestsPerSecond ?? null },
  {
    title: 'p50 ms',
    value: ({ cell }) => armOf(cell)?.latencyMicros?.p50 ?? null,
    written: millis,
  },
  {
    title: 'p99 ms',
    value: ({ cell }) => armOf(cell)?.latencyMicros?.p99 ?? null,
    written: millis,
  },
  { title: 'CPU µs', value: ({ cell }) => armOf(cell)?.cpuMicrosPerRequest ?? null },
  { title: 'RSS MiB', value: ({ cell }) => armOf(cell)?.residentBytes ?? null, written: mebibytes },
  {
    title: 'loop delay ms',
    value: ({ cell }) => armOf(cell)?.eventLoopDelayMicros?.p99 ?? null,
    written: millis,
  },
  { title: 'GC', value: ({ cell }) => armOf(cell)?.gcPauseShare ?? null, written: percent },
  { title: 'reference', value: ({ cell }) => cell.reference, isText: true },
];

/**
 * @param {any} value
 * @param {Line} line
 */
function inUnit(value, { metric }) {
  return limitFigure(String(metric?.key), value);
}

/** @param {Line} line */
function limitOf({ metric }) {
  return metric && metric.verdict !== null ? metric.limit : null;
}

/** @param {Line} line */
function roomOfLine({ metric }) {
  return metric && metric.verdict !== null ? headroom(metric) : null;
}

/** @param {Line} line */
function unitOf({ metric }) {
  return metric && limitKindOf(metric.key).unit.trim().replace(/^of /, '× ');
}

/** @param {Line} line */
function leftOutOf({ metric }) {
  if (!metric) return null;
  return Object.values(metric.leftOut ?? {}).reduce((sum, times) => sum + times, 0);
}

/** @param {Cell} cell */
function armOf({ comparison }) {
  return comparison.figures?.subject;
}

/**
 * @param {Model} model
 * @param {(cell: Cell) => void} open
 * @returns {HTMLElement | null}
 */
export function tableSection(model, open) {
  const lines = linesOf(model);
  if (lines.length === 0) return null;
  const columns = COLUMNS.filter(({ value }) => lines.some((line) => value(line) !== null));
  const state = {
    text: '',
    verdict: '',
    column: /** @type {Column | null} */ (null),
    isDown: false,
  };
  const body = element('tbody', {});
  const count = element('output', {});
  const heads = columns.map((column) => headOf(column, state, () => refresh()));
  const shown = () =>
    sorted(
      lines.filter((line) => isWanted(line, state)),
      state,
    );
  const refresh = () => {
    const wanted = shown();
    body.replaceChildren(...wanted.map((line) => (line.row ??= rowOf(line, columns, open))));
    count.textContent = `${wanted.length} of ${counted(lines.length, 'line')}`;
    for (const [at, head] of heads.entries()) {
      const direction =
        columns[at] !== state.column ? 'none' : state.isDown ? 'descending' : 'ascending';
      head.setAttribute('aria-sort', direction);
    }
  };
  refresh();
  return section(
    'All figures',
    element(
      'div',
      { class: 'tools' },
      filterField(state, refresh),
      verdictField(lines, state, refresh),
      copyButton('Copy as CSV', () => csvOf(shown(), columns)),
      count,
    ),
    element(
      'div',
      { class: 'scroller tall', tabindex: '0', role: 'region', 'aria-label': 'Lines of figures' },
      element(
        'table',
        { class: 'figures' },
        element('thead', {}, element('tr', {}, ...heads)),
        body,
      ),
    ),
  );
}

/**
 * @param {Model} model
 * @returns {Line[]}
 */
function linesOf({ cells }) {
  return cells.flatMap((cell) => {
    const { metrics, verdict } = cell.comparison;
    if (metrics.length === 0) {
      const mark = /** @type {Mark} */ (verdict ?? 'none');
      return [{ cell, metric: null, mark, row: null }];
    }
    return metrics.map((/** @type {Metric} */ metric) => ({
      cell,
      metric,
      mark: metric.verdict ?? 'none',
      row: null,
    }));
  });
}

/**
 * @param {Column} column
 * @param {{ column: Column | null, isDown: boolean }} state
 * @param {() => void} refresh
 */
function headOf(column, state, refresh) {
  const click = () => {
    state.isDown = state.column === column ? !state.isDown : !column.isText;
    state.column = column;
    refresh();
  };
  const button = element('button', { type: 'button', click }, column.title);
  return element('th', { scope: 'col', class: column.isText ? 'text' : null }, button);
}

/**
 * @param {{ text: string }} state
 * @param {() => void} refresh
 */
function filterField(state, refresh) {
  const input = element('input', {
    type: 'search',
    placeholder: 'stack, workload, reason …',
    input: (/** @type {any} */ { target }) => {
      state.text = target.value.trim().toLowerCase();
      refresh();
    },
  });
  return element('label', {}, 'Filter ', input);
}

/**
 * @param {Line[]} lines
 * @param {{ verdict: string }} state
 * @param {() => void} refresh
 */
function verdictField(lines, state, refresh) {
  const marks = [...new Set(lines.map(({ mark }) => mark))];
  const select = element(
    'select',
    {
      change: (/** @type {any} */ { target }) => {
        state.verdict = target.value;
        refresh();
      },
    },
    element('option', { value: '' }, 'all'),
    ...marks.map((mark) => element('option', { value: mark }, MARKS[mark].word)),
  );
  return element('label', {}, 'Verdict ', select);
}

/**
 * @param {Line} line
 * @param {{ text: string, verdict: string }} state
 */
function isWanted({ cell, metric, mark }, { text, verdict }) {
  if (verdict !== '' && mark !== verdict) return false;
  const words = [cell.subject, cell.workload, cell.reference, MARKS[mark].word, metric?.key];
  const reasons = Object.keys(metric?.leftOut ?? {});
  const all = [...words, ...reasons, cell.comparison.invalid].join(' ').toLowerCase();
  return text.split(/\s+/).every((word) => all.includes(word));
}

/**
 * @param {Line[]} lines
 * @param {{ column: Column | null, isDown: boolean }} state
 */
function sorted(lines, { column, isDown }) {
  if (column === null) return lines;
  const known = lines.filter((line) => column.value(line) !== null);
  const unknown = lines.filter((line) => column.value(line) === null);
  known.sort((a, b) => compared(column.value(a), column.value(b)) * (isDown ? -1 : 1));
  return [...known, ...unknown];
}

/**
 * @param {Value} one
 * @param {Value} other
 */
function compared(one, other) {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'en');
}

/**
 * @param {Line} line
 * @param {Column[]} columns
 * @param {(cell: Cell) => void} open
 */
function rowOf(line, columns, open) {
  const cells = columns.map((column, at) => {
    const value = column.value(line);
    const text =
      value === null ? NONE : column.written ? column.written(value, line) : plain(value);
    const click = () => open(line.cell);
    if (at === 0) {
      const name = element('button', { type: 'button', class: 'name', click }, text);
      return element('th', { scope: 'row' }, name);
    }
    const sign = column.title === 'verdict' ? MARKS[line.mark].sign : '';
    return element(
      'td',
      { class: column.isText ? 'text' : null },
      sign !== '' &&
        element('i', { class: 'mark', 'data-mark': line.mark, 'aria-hidden': 'true' }, sign),
      text,
    );
  });
  return element('tr', {}, ...cells);
}

/** @param {Value} value */
function plain(value) {
  return typeof value === 'number' ? known(value, figure) : String(value);
}

/**
 * @param {Line[]} lines
 * @param {Column[]} columns
 */
function csvOf(lines, columns) {
  const rows = lines.map((line) => columns.map(({ value }) => csvField(value(line))));
  return [columns.map(({ title }) => csvField(title)), ...rows]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
}

/**
 * @param {Value} value
 * @returns {string} a text that begins like a formula does not become one in a spreadsheet
 */
function csvField(value) {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
