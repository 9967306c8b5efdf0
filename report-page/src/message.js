/** What is wrong with a cell or open, in the words in which the terminal and the test runners say it. */

import { figure } from './figures.js';
import { limitKindOf } from './limits.js';

/**
 * @typedef {import('./model.js').Cell} Cell
 * @typedef {import('./model.js').Metric} Metric
 */

/** @type {Record<string, { what: string, required: string }>} */
const DRIFTS = {
  slowsDown: { what: 'slows down', required: 'the same throughput for as long as it is loaded' },
  grows: { what: 'grows', required: 'memory that levels off' },
};

/**
 * @typedef {object} Message
 * @property {string} title
 * @property {string} required
 * @property {string} measured
 * @property {string} place in thresholds.json; empty where the limit does not stand there
 */

/**
 * @param {Cell} cell
 * @returns {Message[]} one for each thing that is wrong or open
 */
export function messagesOf({ comparison }) {
  const { verdict, faults, drifts, invalid, metrics } = comparison;
  const of = (/** @type {string} */ wanted) =>
    metrics.filter((/** @type {Metric} */ metric) => metric.verdict === wanted);
  if (verdict === 'fail') {
    return [
      ...faults.map((/** @type {string} */ fault) =>
        message('wrong under load', 'every answer right', fault),
      ),
      ...drifts.map(driftMessage),
      ...of('fail').map((/** @type {Metric} */ metric) => limitMessage(metric, passedIts(metric))),
    ];
  }
  if (verdict === 'invalid' || (invalid !== null && verdict === null)) {
    const required = 'a measurement that is to be trusted';
    return [message('invalid, which is no pass', required, String(invalid))];
  }
  return of('inconclusive').map((/** @type {Metric} */ metric) =>
    limitMessage(metric, `${limitKindOf(metric.key).kind} undecided after ${metric.blocks} blocks`),
  );
}

/** @param {{ kind: string, what: string }} drift */
function driftMessage({ kind, what }) {
  const known = DRIFTS[kind] ?? { what: kind, required: '' };
  return message(known.what, known.required, what);
}

/**
 * @param {string} title
 * @param {string} required
 * @param {string} measured
 * @param {string} [place]
 * @returns {Message}
 */
function message(title, required, measured, place = '') {
  return { title, required, measured, place };
}

/** @param {Metric} metric */
function passedIts({ key }) {
  const { kind, sense } = limitKindOf(key);
  return `${kind} ${sense === 'min' ? 'below' : 'above'} its limit`;
}

/**
 * @param {Metric} metric
 * @param {string} title
 */
function limitMessage(metric, title) {
  const measured = metric.measured === null ? 'nothing' : limitFigure(metric.key, metric.measured);
  const within = intervalText(metric);
  const evidence = [within, `${metric.blocks} blocks`].filter(Boolean).join(', ');
  return message(title, requiredText(metric), `${measured} (${evidence})`, metric.pointer);
}

/** @param {Metric} metric */
export function requiredText({ key, limit }) {
  const { sense, unit } = limitKindOf(key);
  return `${sense === 'min' ? 'at least' : 'at most'} ${limitFigure(key, limit)}${unit}`;
}

/**
 * @param {Metric} metric
 * @returns {string} such as `0.079 to 0.084`; empty where neither end is known
 */
export function intervalText({ key, interval: [least, most] }) {
  if (least !== null && most !== null) {
    return `${limitFigure(key, least)} to ${limitFigure(key, most)}`;
  }
  if (least !== null) return `at least ${limitFigure(key, least)}`;
  return most === null ? '' : `at most ${limitFigure(key, most)}`;
}

/**
 * @param {string} key
 * @param {number} value
 */
export function limitFigure(key, value) {
  return limitKindOf(key).relative ? value.toFixed(3) : figure(value);
}

/**
 * @param {Cell} cell
 * @param {any} report
 * @returns {string} the command that measures just this again
 */
export function commandOf({ subject, reference, workload, comparison }, { command }) {
  const keys = comparison.metrics.map((/** @type {Metric} */ { key }) => key);
  if (command === 'test' && subject.startsWith('java/') && /^[\w/:.-]+$/.test(subject + workload)) {
    return `mvn verify -Dloadline.stack=${subject} -Dloadline.workload=${workload}`;
  }
  const isBare = keys.some((/** @type {string} */ key) => key.includes('OfBare'));
  const isBeside = keys.includes('throughputOfReference') && reference !== null;
  const how = isBare ? ' --bare' : isBeside ? ` --beside ${quoted(String(reference))}` : '';
  return `npx loadline measure${how} --stack ${quoted(subject)} --workload ${quoted(workload)}`;
}

/**
 * @param {string} word
 * @returns {string} as a shell takes it for one word
 */
function quoted(word) {
  return /^[\w/:.@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
