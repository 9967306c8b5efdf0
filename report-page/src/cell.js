/** A cell, opened: its blocks, its latencies, what it used, what was left out, its limit, and how to measure it again. */

import { copyButton, element } from './elements.js';
import { NONE, change, counted, figure, known, mebibytes, millis, percent } from './figures.js';
import { KINDS, limitKindOf } from './limits.js';
import { commandOf, intervalText, limitFigure, requiredText } from './message.js';
import { MARKS, headroom, markOf, metricOfKind, worstMark } from './model.js';
import { blocksPlot, spectrumPlot } from './plots.js';
import { messageLines } from './summary.js';

/**
 * @typedef {import('./limits.js').Kind} Kind
 * @typedef {import('./model.js').Cell} Cell
 * @typedef {import('./model.js').Metric} Metric
 * @typedef {import('./model.js').Model} Model
 */

const HUNDRED = 100;
const MICROS = 1000;

/**
 * @param {Cell} cell
 * @param {Model} model
 * @param {{ other: { cell: Cell, model: Model } | null, close: () => void }} how other: the same cell of another report
 * @returns {HTMLElement[]}
 */
export function cellParts(cell, model, { other, close }) {
  const mark = worstMark(cell);
  const against = cell.reference === null ? '' : `beside ${cell.reference}`;
  return [
    element(
      'header',
      {},
      element(
        'h2',
        { id: 'cell-title', tabindex: '-1' },
        `${cell.subject} `,
        element('span', {}, cell.workload),
      ),
      element(
        'button',
        { type: 'button', class: 'close', 'aria-label': 'Close', click: close },
        '✕',
      ),
      element(
        'p',
        { class: 'quiet' },
        mark !== 'none' &&
          MARKS[mark].sign !== '' &&
          element('i', { class: 'mark', 'data-mark': mark }, MARKS[mark].sign),
        [MARKS[mark].word, against].filter(Boolean).join(', '),
      ),
    ),
    ...messageLines(cell),
    ...KINDS.flatMap((kind) => kindPart(cell, model, kind)),
    ...(other ? otherPart(cell, other) : []),
    figuresPart(cell),
    leftOutPart(cell),
    againPart(cell, model),
  ].filter((part) => part !== null);
}

/**
 * @param {Cell} cell
 * @param {Model} model
 * @param {Kind} kind
 * @returns {HTMLElement[]}
 */
function kindPart(cell, model, kind) {
  const metrics = cell.comparison.metrics.filter(
    (/** @type {Metric} */ { key }) => limitKindOf(key).kind === kind,
  );
  const series = cell.series?.[kind];
  if (metrics.length === 0 && !series) return [];
  return [
    element('h3', {}, kind === 'p99' ? 'p99 of latency' : 'Throughput'),
    ...metrics.map(metricLine),
    ...(series ? seriesParts(cell, model, kind) : [missingText(model)]),
  ];
}

/** @param {Model} model */
function missingText({ missing }) {
  return element('p', { class: 'quiet' }, `No blocks to show: ${missing ?? 'none was measured'}.`);
}

/** @param {Metric} metric */
function metricLine(metric) {
  const { key, measured, limit, verdict, blocks, earlier, pointer } = metric;
  const room = headroom(metric);
  const isEstimate = verdict === null;
  const word = isEstimate ? 'estimated' : MARKS[verdict].word;
  const within = intervalText(metric);
  return element(
    'div',
    { class: 'metric' },
    element(
      'p',
      {},
      element('b', {}, measured === null ? 'no figure' : limitFigure(key, measured)),
      `${measured === null ? '' : limitKindOf(key).unit}${within === '' ? '' : `, ${within}`}, ${counted(blocks, 'block')}`,
    ),
    !isEstimate &&
      element(
        'p',
        {},
        `${word}: ${requiredText(metric)}`,
        room === null
          ? ''
          : `, ${room < 0 ? `beyond it by ${percent(-room)}` : `${percent(room)} of room`}`,
      ),
    earlier.length > 0 &&
      element(
        'p',
        { class: 'quiet' },
        `Asked again: earlier processes measured ${earlier.map((value) => limitFigure(key, value)).join(', then ')}.`,
      ),
    pointer !== '' &&
      element('pre', { tabindex: '0' }, `thresholds.json ${pointer}\n"${key}": ${limit}`),
  );
}

/**
 * @param {Cell} cell
 * @param {Model} model
 * @param {Kind} kind
 * @returns {HTMLElement[]}
 */
function seriesParts(cell, model, kind) {
  const series = cell.series[kind];
  const metric = metricOfKind(cell, kind);
  const isRelative = metric ? limitKindOf(metric.key).relative : false;
  const points = series.blocks.map((/** @type {any[]} */ block) =>
    pointOf(block, kind, isRelative),
  );
  const unit = kind === 'p99' ? 'ms' : 'requests/s';
  const name = isRelative ? `of ${cell.reference}` : unit;
  const left = points.filter(({ isLeftOut = false }) => isLeftOut).length;
  const label = `${kind} of ${counted(points.length, 'block')}, ${left} left out, ${name}; the figures stand in the table below`;
  const about = {
    limit: metric && metric.verdict !== null ? metric.limit : null,
    interval: metric ? metric.interval : /** @type {[null, null]} */ ([null, null]),
    name,
    label,
  };
  const hasSpectrum = series.subject.length + series.reference.length > 0;
  return [
    element(
      'figure',
      {},
      element(
        'figcaption',
        {},
        'Block by block',
        key([
          ['subject dot', 'counts'],
          ...(left > 0 ? [['hollow dot', 'left out']] : []),
          ...(about.limit === null ? [] : [['limit line', 'limit']]),
          ['band', 'interval'],
        ]),
      ),
      blocksPlot(points, about),
      blocksTable(cell, series, { kind, reasons: model.reasons }),
    ),
    hasSpectrum
      ? element(
          'figure',
          {},
          element(
            'figcaption',
            {},
            `Latency by percentile, ${kind === 'p99' ? 'open loop at a fixed rate' : 'closed loop'}`,
            key([
              ['subject line', cell.subject],
              ...(series.reference.length > 0 ? [['reference line', String(cell.reference)]] : []),
            ]),
          ),
          spectrumPlot({
            ...series,
            beyond: model.beyond,
            label: spectrumLabel(cell, series, model.beyond),
          }),
        )
      : element('p', { class: 'quiet' }, 'No latencies to show.'),
  ];
}

/**
 * @param {any[]} block
 * @param {Kind} kind
 * @param {boolean} isRelative
 */
function pointOf([process, , subject, reference, whySubject, whyReference], kind, isRelative) {
  const isLeftOut = whySubject !== null || (isRelative && whyReference !== null);
  const unit = kind === 'p99' ? MICROS : HUNDRED;
  const ratio = subject && reference ? subject / reference : null;
  return { process, isLeftOut, value: isRelative ? ratio : subject && subject / unit };
}

/** @param {string[][]} entries */
function key(entries) {
  const items = entries.map(([sign, word]) =>
    element('span', {}, element('i', { class: `sign ${sign}` }), word),
  );
  return element('span', { class: 'key' }, ...items);
}

/**
 * @param {Cell} cell
 * @param {any} series
 * @param {number[]} beyond
 */
function spectrumLabel({ subject, reference }, series, beyond) {
  const of = (/** @type {number[]} */ values, /** @type {number} */ at) =>
    values.length > at ? `${millis(values[at])} ms` : 'not known';
  const p90 = beyond.length;
  const told = (/** @type {string} */ name, /** @type {number[]} */ values) =>
    `${name}: half within ${of(values, beyond.indexOf(0.5))}, 90 % within ${of(values, p90)}, 99 % within ${of(values, 2 * p90)}`;
  const lines = [told(subject, series.subject)];
  if (series.reference.length > 0) lines.push(told(String(reference), series.reference));
  return `Latency. ${lines.join('. ')}`;
}

/**
 * @param {Cell} cell
 * @param {any} series
 * @param {{ kind: Kind, reasons: string[] }} how
 */
function blocksTable({ subject, reference }, series, { kind, reasons }) {
  const unit = kind === 'p99' ? MICROS : HUNDRED;
  const shown = (/** @type {number | null} */ value) => known(value, (one) => figure(one / unit));
  const rows = series.blocks.map(
    (/** @type {any[]} */ [process, block, own, other, why, whyOther]) => {
      const notes = [why, whyOther].filter((at) => at !== null).map((at) => reasons[at]);
      const ratio = own && other ? (own / other).toFixed(3) : NONE;
      const cells = [`${process}.${block}`, shown(own), shown(other), ratio, notes.join('; ')];
      return element('tr', {}, ...cells.map((text) => element('td', {}, text)));
    },
  );
  const heads = ['block', subject, reference ?? 'reference', 'ratio', 'why it was left out'];
  return element(
    'details',
    {},
    element(
      'summary',
      {},
      `${counted(rows.length, 'block')} as a table, ${kind === 'p99' ? 'ms' : 'requests/s'}`,
    ),
    element(
      'div',
      { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': `Blocks of ${kind}` },
      element(
        'table',
        { class: 'figures' },
        element(
          'thead',
          {},
          element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head))),
        ),
        element('tbody', {}, ...rows),
      ),
    ),
  );
}

/** @type {[string, (figures: any) => string][]} */
const FIGURES = [
  ['requests/s', ({ requestsPerSecond }) => known(requestsPerSecond)],
  ['p50, ms (closed loop)', ({ latencyMicros }) => known(latencyMicros?.p50, millis)],
  ['p99, ms (closed loop)', ({ latencyMicros }) => known(latencyMicros?.p99, millis)],
  ['CPU, µs a request', ({ cpuMicrosPerRequest }) => known(cpuMicrosPerRequest)],
  ['RSS, MiB', ({ residentBytes }) => known(residentBytes, mebibytes)],
  [
    'event loop delay p50, ms',
    ({ eventLoopDelayMicros }) => known(eventLoopDelayMicros?.p50, millis),
  ],
  [
    'event loop delay p99, ms',
    ({ eventLoopDelayMicros }) => known(eventLoopDelayMicros?.p99, millis),
  ],
  ['GC, share of time', ({ gcPauseShare }) => known(gcPauseShare, percent)],
];

/** @param {Cell} cell */
function figuresPart({ subject, reference, comparison }) {
  const { subject: own, reference: other } = comparison.figures ?? {};
  if (!own && !other) return null;
  const of = (/** @type {any} */ arm, /** @type {(figures: any) => string} */ written) =>
    arm ? written(arm) : NONE;
  const shown = FIGURES.map(([name, written]) => [name, of(own, written), of(other, written)]);
  const rows = shown
    .filter(([, one, two]) => one !== NONE || two !== NONE)
    .map(([name, ...cells]) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, name),
        ...cells.map((text) => element('td', {}, text)),
      ),
    );
  const heads = [subject, ...(reference === null ? [] : [reference])];
  return element(
    'div',
    {},
    element('h3', {}, 'What it did and used'),
    element(
      'div',
      { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': 'What it did and used' },
      element(
        'table',
        { class: 'figures', 'data-columns': heads.length },
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('td', {}),
            ...heads.map((head) => element('th', { scope: 'col' }, head)),
          ),
        ),
        element('tbody', {}, ...rows),
      ),
    ),
    element(
      'p',
      { class: 'quiet' },
      'Medians of the slices of throughput; RSS is the most. What is not shown, the machine, the runtime or this run did not tell.',
    ),
  );
}

/** @param {Cell} cell */
function leftOutPart({ comparison }) {
  const { metrics, notMeasured, notJudged, invalid } = comparison;
  const blocks = metrics.flatMap((/** @type {Metric} */ { key, leftOut }) =>
    Object.entries(leftOut ?? {}).map(
      ([reason, times]) => `${limitKindOf(key).kind}: ${counted(times, 'block')}: ${reason}`,
    ),
  );
  const lines = [
    ...new Set([
      ...blocks,
      ...notMeasured,
      ...(notJudged ? [notJudged] : []),
      ...(invalid ? [invalid] : []),
    ]),
  ];
  const shown =
    lines.length === 0
      ? element('p', { class: 'quiet' }, 'Nothing.')
      : element('ul', {}, ...lines.map((line) => element('li', {}, line)));
  return element('div', { class: 'plain' }, element('h3', {}, 'What was left out'), shown);
}

/**
 * @param {Cell} cell
 * @param {Model} model
 */
function againPart(cell, { report }) {
  const command = commandOf(cell, report);
  return element(
    'div',
    { class: 'again' },
    element('h3', {}, 'Measure just this again'),
    element('pre', { tabindex: '0' }, command),
    copyButton('Copy', () => command),
  );
}

/**
 * @param {Cell} cell
 * @param {{ cell: Cell, model: Model }} other
 * @returns {HTMLElement[]}
 */
function otherPart(cell, other) {
  const lines = KINDS.flatMap((kind) => {
    const own = metricOfKind(cell, kind);
    const before = metricOfKind(other.cell, kind);
    if (!own || !before || own.measured === null || before.measured === null) return [];
    const moved = own.key === before.key ? ` (${change(own.measured / before.measured - 1)})` : '';
    const was = `${limitFigure(before.key, before.measured)}, ${MARKS[markOf(other.cell, kind)].word}`;
    return [`${kind}: ${limitFigure(own.key, own.measured)}${moved}; in the other report ${was}`];
  });
  const plots = KINDS.filter((kind) => other.cell.series?.[kind]).flatMap((kind) => [
    element('h4', {}, `${kind} in the other report`),
    ...seriesParts(other.cell, other.model, kind),
  ]);
  return [
    element('h3', {}, 'Beside the other report'),
    element('ul', {}, ...lines.map((line) => element('li', {}, line))),
    ...(plots.length > 0 ? [element('div', {}, ...plots)] : []),
  ];
}
