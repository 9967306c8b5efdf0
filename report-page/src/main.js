/** Puts the page together: reads the data, makes the parts, opens a cell where one is asked for. */

import { besideSection } from './beside.js';
import { cellParts } from './cell.js';
import { drawing, element } from './elements.js';
import { mapSection } from './map.js';
import { modelOf } from './model.js';
import { drawAgain } from './plots.js';
import { runSection, stacksSection } from './run.js';
import { foundSection, verdictHeader } from './summary.js';
import { tableSection } from './table.js';

/**
 * @typedef {import('./model.js').Cell} Cell
 * @typedef {import('./model.js').Model} Model
 */

drawPage();
// Since the page was asked for: what a person waits.
document.documentElement.dataset.drawnMillis = String(Math.round(performance.now()));

function drawPage() {
  const text = /** @type {HTMLElement} */ (document.getElementById('data')).textContent;
  const data = JSON.parse(String(text));
  const model = modelOf(data.own);
  const other = data.beside && modelOf(data.beside);
  const dialog = /** @type {HTMLDialogElement} */ (
    element('dialog', { 'aria-labelledby': 'cell-title', close: forgetPlace })
  );
  const open = (/** @type {Cell} */ cell) => openCell(dialog, cell, model, other);
  const page = /** @type {HTMLElement} */ (document.getElementById('page'));
  const parts = [
    verdictHeader(model),
    foundSection(model, open),
    mapSection(model, { open, other }),
    other && besideSection(model, other, open),
    tableSection(model, open),
    stacksSection(model),
    runSection(model),
  ];
  const main = element('main', {}, ...parts);
  page.replaceChildren(brand(), main, dialog);
  document.title = `${main.querySelector('h1')?.textContent} Loadline report`;
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  printOpenCell(dialog);
  openFromPlace(model, open);
  addEventListener('hashchange', () => openFromPlace(model, open));
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  isDark.addEventListener('change', drawAgain);
  matchMedia('print').addEventListener('change', drawAgain);
}

/** The mark on a ship's hull, and the name. */
function brand() {
  return element(
    'header',
    { class: 'brand' },
    drawing(
      'svg',
      { viewBox: '0 0 28 20', 'aria-hidden': 'true' },
      drawing('circle', { cx: 14, cy: 10, r: 7 }),
      drawing('line', { x1: 1, x2: 27, y1: 10, y2: 10 }),
    ),
    'Loadline',
  );
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Cell} cell
 * @param {Model} model
 * @param {Model | null} other
 */
function openCell(dialog, cell, model, other) {
  const twin = other?.cells.find(({ id }) => id === cell.id);
  const beside = other && twin ? { cell: twin, model: other } : null;
  dialog.replaceChildren(...cellParts(cell, model, { other: beside, close: () => dialog.close() }));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  dialog.querySelector('h2')?.focus();
  history.replaceState(null, '', `#${encodeURIComponent(cell.id)}`);
}

/**
 * What lies above the page is printed on one sheet, cut; an open cell is put into the page meanwhile.
 *
 * @param {HTMLDialogElement} dialog
 */
function printOpenCell(dialog) {
  let isPrinted = false;
  addEventListener('beforeprint', () => {
    isPrinted = dialog.open;
    if (!isPrinted) return;
    dialog.close();
    dialog.show();
  });
  addEventListener('afterprint', () => {
    if (!isPrinted) return;
    dialog.close();
    dialog.showModal();
  });
}

function forgetPlace() {
  history.replaceState(null, '', '#');
}

/**
 * A link may name a cell.
 *
 * @param {Model} model
 * @param {(cell: Cell) => void} open
 */
function openFromPlace({ cells }, open) {
  const cell = cells.find(({ id }) => `#${encodeURIComponent(id)}` === location.hash);
  if (cell) open(cell);
}
