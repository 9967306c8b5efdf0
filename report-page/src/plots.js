/** Draws with uPlot: blocks over time beside their limit, and latency by percentile. */

import { element } from './elements.js';
import { figure, millis } from './figures.js';

/* global uPlot */

const HEIGHT = 220;
const DECADES = 5;
/** An axis below needs less room than one beside, whose figures are wide. */
const BELOW = { size: 28, labelSize: 18, labelGap: -4 };
/** Plots that are on the page, to be drawn again when its colours change. */
const drawn = new Set();

/**
 * @typedef {object} PlotColours
 * @property {string} ink
 * @property {string} quiet
 * @property {string} line
 * @property {string} subject
 * @property {string} reference
 * @property {string} limit
 * @property {string} band
 */

/** @returns {PlotColours} those of the page as it is now */
function coloursNow() {
  const style = getComputedStyle(document.documentElement);
  const of = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: of('ink'),
    quiet: of('quiet'),
    line: of('line'),
    subject: of('subject'),
    reference: of('reference'),
    limit: of('limit'),
    band: of('band'),
  };
}

/**
 * @param {string} label for those who do not see it
 * @param {(colours: PlotColours) => { options: any, data: any[] }} describe
 * @returns {HTMLElement} draws itself as soon as it has a width, and again when that or the colours change
 */
function plot(label, describe) {
  const holder = element('div', { class: 'plot', role: 'img', 'aria-label': label });
  /** @type {any} */
  let shown = null;
  const draw = () => {
    const width = Math.floor(holder.clientWidth);
    if (width === 0) return;
    shown?.destroy();
    const { options, data } = describe(coloursNow());
    const common = { width, height: HEIGHT, legend: { show: false }, cursor: { show: false } };
    // @ts-expect-error uPlot stands in a script of its own, before this one.
    shown = new uPlot({ ...common, ...options }, data, holder);
  };
  const observer = new ResizeObserver(() => {
    if (!holder.isConnected) forget();
    else if (shown === null || Math.abs(shown.width - holder.clientWidth) > 1) draw();
  });
  const forget = () => {
    observer.disconnect();
    drawn.delete(draw);
    shown?.destroy();
  };
  observer.observe(holder);
  drawn.add(draw);
  return holder;
}

/** Draws all plots again, in the colours that the page has now. */
export function drawAgain() {
  for (const draw of drawn) draw();
}

/**
 * @typedef {object} BlockPoint
 * @property {number} process
 * @property {number | null} value
 * @property {boolean} isLeftOut
 */

/**
 * @param {BlockPoint[]} points in order of time
 * @param {{ limit: number | null, interval: [number | null, number | null], name: string, label: string }} about
 * @returns {HTMLElement}
 */
export function blocksPlot(points, { limit, interval, name, label }) {
  return plot(label, (colours) => ({
    options: {
      scales: {
        x: { time: false, range: [0.5, Math.max(points.length, 2) + 0.5] },
        y: { distr: 3, log: 10, range: logRange },
      },
      axes: [
        axis(colours, {
          ...BELOW,
          label: 'block',
          values: (/** @type {any} */ _, /** @type {number[]} */ marks) =>
            marks.map((mark) => (Number.isInteger(mark) ? String(mark) : '')),
          incrs: [1, 2, 5, 10, 20, 50, 100],
        }),
        axis(colours, { label: name, ...logMarks(figure) }),
      ],
      series: [
        {},
        { stroke: colours.limit, width: 1.5, dash: [6, 4], points: { show: false } },
        { stroke: 'transparent', points: { show: false } },
        { stroke: 'transparent', points: { show: false } },
        { ...dots(colours.subject, true), paths: () => null },
        { ...dots(colours.quiet, false), paths: () => null },
      ],
      bands: [{ series: [3, 2], fill: colours.band }],
      hooks: { draw: [(/** @type {any} */ shown) => drawSets(shown, points, colours)] },
    },
    data: blockData(points, limit, interval),
  }));
}

/**
 * @param {BlockPoint[]} points
 * @param {number | null} limit
 * @param {[number | null, number | null]} interval
 */
function blockData(points, limit, [least, most]) {
  const places = points.map((_, at) => at + 1);
  const known = points.flatMap(({ value }) => value ?? []);
  const flat = (/** @type {number | null} */ value) => [value, ...places.map(() => value), value];
  const from = least ?? Math.min(...known);
  const to = most ?? Math.max(...known);
  const isBand = least !== null || most !== null;
  const values = (/** @type {boolean} */ isLeftOut) => [
    null,
    ...points.map((point) => (point.isLeftOut === isLeftOut ? point.value : null)),
    null,
  ];
  return [
    [0.5, ...places, Math.max(points.length, 2) + 0.5],
    flat(limit),
    flat(isBand ? from : null),
    flat(isBand ? to : null),
    values(false),
    values(true),
  ];
}

/**
 * A line where fresh processes begin.
 *
 * @param {any} shown
 * @param {BlockPoint[]} points
 * @param {PlotColours} colours
 */
function drawSets(shown, points, colours) {
  const { ctx, bbox } = shown;
  points.forEach(({ process }, at) => {
    if (at === 0 || points[at - 1].process === process) return;
    const x = Math.round(shown.valToPos(at + 0.5, 'x', true));
    ctx.save();
    ctx.strokeStyle = colours.quiet;
    ctx.setLineDash([2, 3]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  });
}

/**
 * @param {number[]} beyond of the first decade
 * @param {number} length
 * @returns {number[]} one over what lies beyond each quantile: 1, 10 for p90, 100 for p99
 */
function placesOf(beyond, length) {
  const all = Array.from({ length: DECADES }, (_, decade) =>
    beyond.map((share) => 10 ** decade / share),
  );
  return all.flat().slice(0, length);
}

/**
 * @param {{ subject: number[], reference: number[], beyond: number[], label: string }} spectrum in microseconds
 * @returns {HTMLElement}
 */
export function spectrumPlot({ subject, reference, beyond, label }) {
  const length = Math.max(subject.length, reference.length);
  const places = placesOf(beyond, length);
  const padded = (/** @type {number[]} */ values) =>
    places.map((_, at) => (at < values.length ? Math.max(values[at], 1) : null));
  const most = 10 ** Math.ceil(Math.log10(Math.max(...places, 10)));
  return plot(label, (colours) => ({
    options: {
      scales: {
        x: { time: false, distr: 3, log: 10, range: [1, most] },
        y: { distr: 3, log: 10, range: logRange },
      },
      axes: [
        axis(colours, {
          ...BELOW,
          label: 'percentile',
          splits: () => Array.from({ length: Math.log10(most) + 1 }, (_, at) => 10 ** at),
          values: (/** @type {any} */ _, /** @type {number[]} */ marks) =>
            marks.map(percentileText),
          filter: (/** @type {any} */ _, /** @type {number[]} */ marks) => marks,
        }),
        axis(colours, { label: 'ms', ...logMarks(millis) }),
      ],
      series: [
        {},
        { stroke: colours.reference, width: 2, dash: [5, 4], points: { show: false } },
        { stroke: colours.subject, width: 2, points: { show: false } },
      ],
    },
    data: [places, padded(reference), padded(subject)],
  }));
}

/** @param {number} place */
function percentileText(place) {
  if (place < 2) return '0';
  const nines = Math.round(Math.log10(place));
  return nines <= 2
    ? `${'9'.repeat(nines)}${nines === 1 ? '0' : ''}`
    : `99.${'9'.repeat(nines - 2)}`;
}

/**
 * @param {any} _
 * @param {number} least
 * @param {number} most
 * @returns {[number, number]} with some air, on a logarithmic axis
 */
function logRange(_, least, most) {
  if (!(least > 0) || !(most > 0)) return [0.1, 10];
  const air = Math.max(1.08, (most / least) ** 0.08);
  return [least / air, most * air];
}

/**
 * A logarithmic axis that spans little has too few powers of ten: 1, 2 and 5 of each, or more where that is too few.
 *
 * @param {(value: number) => string} written
 */
function logMarks(written) {
  return {
    splits: (
      /** @type {any} */ _,
      /** @type {number} */ __,
      /** @type {number} */ least,
      /** @type {number} */ most,
    ) => marksWithin(least, most),
    filter: (/** @type {any} */ _, /** @type {number[]} */ marks) => marks,
    values: (/** @type {any} */ _, /** @type {number[]} */ marks) =>
      marks.map((mark) => (mark === null ? '' : written(mark))),
  };
}

/**
 * @param {number} least
 * @param {number} most
 * @returns {number[]}
 */
function marksWithin(least, most) {
  const few = [[1], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]].map((digits) => {
    const from = Math.floor(Math.log10(least));
    const decades = Array.from({ length: Math.ceil(Math.log10(most)) - from + 1 }, (_, at) => at);
    const all = decades.flatMap((at) => digits.map((digit) => digit * 10 ** (from + at)));
    return all.filter((mark) => mark >= least && mark <= most);
  });
  const chosen = few.find((marks) => marks.length >= 3);
  if (chosen) return chosen.length <= 7 ? chosen : chosen.filter((_, at) => at % 2 === 0);
  const step = 10 ** Math.floor(Math.log10((most - least) / 2));
  const start = Math.ceil(least / step) * step;
  const count = Math.floor((most - start) / step) + 1;
  const every = Math.ceil(count / 6);
  return Array.from({ length: count }, (_, at) => start + at * step).filter(
    (_, at) => at % every === 0,
  );
}

/**
 * @param {PlotColours} colours
 * @param {any} more
 */
function axis(colours, more) {
  const font = '12px system-ui, sans-serif';
  return {
    stroke: colours.quiet,
    font,
    labelFont: font,
    labelSize: 20,
    size: 48,
    grid: { stroke: colours.line, width: 1 },
    ticks: { show: false },
    ...more,
  };
}

/**
 * @param {string} colour
 * @param {boolean} isFull
 */
function dots(colour, isFull) {
  const points = {
    show: true,
    size: 7,
    stroke: colour,
    width: 1.5,
    fill: isFull ? colour : 'transparent',
  };
  return { stroke: colour, points };
}
