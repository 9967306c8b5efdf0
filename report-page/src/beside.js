/** Two reports beside one another: what moved from the other to this one, cell by cell. */

import { element, section } from './elements.js';
import { NONE, change, counted, moment } from './figures.js';
import { KINDS } from './limits.js';
import { changeOf } from './map.js';
import { intervalText, limitFigure } from './message.js';
import { MARKS, markOf, metricOfKind } from './model.js';

/**
 * @typedef {import('./limits.js').Kind} Kind
 * @typedef {import('./model.js').Cell} Cell
 * @typedef {import('./model.js').Metric} Metric
 * @typedef {import('./model.js').Model} Model
 *
 * @typedef {object} Difference
 * @property {Cell} cell
 * @property {Kind} kind
 * @property {Cell} other
 * @property {Metric} now
 * @property {Metric} before
 * @property {number} moved share
 * @property {boolean} isApart whether the intervals do not touch
 */

/**
 * @param {Model} model
 * @param {Model} other
 * @param {(cell: Cell) => void} open
 * @returns {HTMLElement}
 */
export function besideSection(model, other, open) {
  const differences = differencesOf(model, other).toSorted(
    (a, b) => Number(b.isApart) - Number(a.isApart) || size(b) - size(a),
  );
  const apart = differences.filter(({ isApart }) => isApart).length;
  const rows = differences.map((difference) => differenceRow(difference, open));
  const heads = [
    'stack',
    'workload',
    'metric',
    'other',
    'this',
    'change',
    'other verdict',
    'this verdict',
    'intervals',
  ];
  const text = `${counted(differences.length, 'figure')} in both; ${apart} moved further than both intervals reach.`;
  return section(
    'Beside the other report',
    element('p', {}, `The other one is of ${moment(other.report.startedAt)}. ${text}`),
    ...warnings(model, other).map((line) => element('p', { class: 'finding' }, line)),
    differences.length > 0 &&
      element(
        'div',
        { class: 'scroller tall', tabindex: '0', role: 'region', 'aria-label': 'Differences' },
        element(
          'table',
          { class: 'figures' },
          element(
            'thead',
            {},
            element(
              'tr',
              {},
              ...heads.map((head, at) =>
                element('th', { scope: 'col', class: at < 3 || at > 5 ? 'text' : null }, head),
              ),
            ),
          ),
          element('tbody', {}, ...rows),
        ),
      ),
  );
}

/** @param {Difference} difference */
function size({ moved }) {
  return Math.abs(Math.log(1 + moved));
}

/**
 * @param {Model} model
 * @param {Model} other
 * @returns {Difference[]}
 */
function differencesOf(model, other) {
  const others = new Map(other.cells.map((cell) => [cell.id, cell]));
  return model.cells.flatMap((cell) =>
    KINDS.flatMap((kind) => {
      const twin = others.get(cell.id);
      const now = metricOfKind(cell, kind);
      const before = twin && metricOfKind(twin, kind);
      const moved = now && before ? changeOf(now, before) : null;
      if (!twin || !now || !before || moved === null) return [];
      return [{ cell, kind, other: twin, now, before, moved, isApart: areApart(now, before) }];
    }),
  );
}

/**
 * @param {Metric} now
 * @param {Metric} before
 */
function areApart({ interval: [least, most] }, { interval: [leastBefore, mostBefore] }) {
  const isAbove = least !== null && mostBefore !== null && least > mostBefore;
  const isBelow = most !== null && leastBefore !== null && most < leastBefore;
  return isAbove || isBelow;
}

/**
 * @param {Difference} difference
 * @param {(cell: Cell) => void} open
 */
function differenceRow({ cell, kind, other, now, before, moved, isApart }, open) {
  const shown = (/** @type {Metric} */ metric) => {
    const within = intervalText(metric);
    const figure = metric.measured === null ? NONE : limitFigure(metric.key, metric.measured);
    return within === '' ? figure : `${figure} (${within})`;
  };
  const texts = [shown(before), shown(now), change(moved)];
  const words = [
    MARKS[markOf(other, kind)].word,
    MARKS[markOf(cell, kind)].word,
    isApart ? 'apart' : 'overlap',
  ];
  return element(
    'tr',
    { 'data-apart': isApart },
    element(
      'th',
      { scope: 'row' },
      element('button', { type: 'button', class: 'name', click: () => open(cell) }, cell.row),
    ),
    element('td', { class: 'text' }, cell.workload),
    element('td', { class: 'text' }, kind),
    ...texts.map((text) => element('td', {}, text)),
    ...words.map((text) => element('td', { class: 'text' }, text)),
  );
}

/**
 * @param {Model} model
 * @param {Model} other
 * @returns {string[]} why the two may not be compared
 */
function warnings(model, other) {
  const [own, theirs] = [model.report.machine ?? {}, other.report.machine ?? {}];
  const changed = ['processor', 'cores', 'system', 'node', 'java']
    .filter((key) => own[key] !== theirs[key])
    .map((key) => `${key} ${theirs[key] ?? 'none'}, now ${own[key] ?? 'none'}`);
  const ids = new Set(model.cells.map(({ id }) => id));
  const otherIds = new Set(other.cells.map(({ id }) => id));
  const added = [...ids].filter((id) => !otherIds.has(id));
  const gone = [...otherIds].filter((id) => !ids.has(id));
  return [
    changed.length > 0 ? `They are not of equal machines: ${changed.join('; ')}.` : '',
    added.length > 0 ? `Only in this one: ${named(added)}.` : '',
    gone.length > 0 ? `Only in the other one: ${named(gone)}.` : '',
  ].filter(Boolean);
}

/** @param {string[]} names */
function named(names) {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
