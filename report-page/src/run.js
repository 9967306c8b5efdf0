/** The run itself: stacks that were checked or not run, the machine, versions, services, seed, and what must be known of it. */

import { element, section } from './elements.js';
import { NONE, counted, duration, mebibytes, moment } from './figures.js';

/**
 * @typedef {import('./model.js').Model} Model
 * @typedef {import('./elements.js').Child} Child
 */

/**
 * @param {Model} model
 * @returns {HTMLElement | null} how the stacks stand against the contracts
 */
export function stacksSection({ report }) {
  const { stacks } = report;
  if (stacks.length === 0) return null;
  return section('Stacks', ...stacks.map(stackPart));
}

/** @param {any} stack */
function stackPart(stack) {
  const { id, description, command = [], runtimeOptions = [], notRun, check, stderr } = stack;
  const lines = [
    command.length > 0 ? `started with ${command.join(' ')}` : '',
    runtimeOptions.length > 0 ? `with ${runtimeOptions.join(' ')} from the harness` : '',
    check ? checkText(check) : '',
    notRun ? `not run: ${notRun}` : '',
  ].filter(Boolean);
  return element(
    'details',
    { class: 'stack' },
    element(
      'summary',
      {},
      element('b', {}, id),
      ` ${description ?? ''}${notRun ? ', not run' : ''}${check ? `, ${checkWord(check)}` : ''}`,
    ),
    element('ul', {}, ...lines.map((line) => element('li', {}, line))),
    ...(check?.knownFailing ?? []).map((/** @type {any} */ known) =>
      element('p', { class: 'quiet' }, `Known to fail: ${known.id}: ${known.reason}`),
    ),
    ...(check?.failed ?? []).map((/** @type {any} */ { message }) =>
      element('pre', { tabindex: '0' }, message),
    ),
    stderr && element('p', {}, 'Written to standard error:'),
    stderr && element('pre', { tabindex: '0' }, stderr),
  );
}

/** @param {any} check */
function checkWord({ cases, failed }) {
  return failed.length > 0
    ? `${failed.length} of ${counted(cases, 'case')} ${failed.length === 1 ? 'does' : 'do'} not hold`
    : `${counted(cases, 'case')} held`;
}

/** @param {any} check */
function checkText({ cases, failed, knownFailing, seconds }) {
  return `checked by ${counted(cases, 'case')} in ${duration(seconds)}: ${failed.length} failed, ${knownFailing.length} known to fail`;
}

/**
 * @param {Model} model
 * @returns {HTMLElement}
 */
export function runSection({ report, missing }) {
  const { machine = {}, pinning = {}, services, gate, notes } = report;
  /** @type {[string, string][]} */
  const facts = [
    ['Machine', [machine.system, machine.processor].filter(Boolean).join(', ')],
    ['Cores', coresText(machine, pinning)],
    ['Memory', machine.memoryBytes ? `${mebibytes(machine.memoryBytes)} MiB` : NONE],
    ['Node.js', machine.node ?? NONE],
    ['JDK', machine.java ?? 'none'],
    ['Loadline', `${report.version}, ${commandText(report.command)}`],
    ['Run', `${moment(report.startedAt)}, took ${duration(report.seconds)}`],
    ['Slices', report.sliceSeconds === null ? NONE : `${report.sliceSeconds} s of throughput each`],
    ['Services', servicesText(services)],
    ...(gate ? gateFacts(gate) : []),
    ['Blocks', gate ? (missing ?? String(gate.blocksFile).replace(/^.*[\\/]/, '')) : NONE],
  ];
  const told = facts.filter(([, text]) => text !== NONE && text !== '');
  const terms = told.flatMap(([term, text]) => [element('dt', {}, term), element('dd', {}, text)]);
  return section(
    'The run',
    element('dl', { class: 'facts-list' }, ...terms),
    notes.length > 0 &&
      element(
        'ul',
        { class: 'notes' },
        ...notes.map((/** @type {string} */ note) => element('li', {}, note)),
      ),
  );
}

/**
 * @param {any} machine
 * @param {any} pinning
 */
function coresText({ cores }, { driver, servers, reason }) {
  if (reason) return `${cores ?? NONE}, not pinned: ${reason}`;
  if (!driver || !servers) return String(cores ?? NONE);
  return `${cores}: driver on ${driver.join(', ')}, servers on ${servers.join(', ')}`;
}

/** @param {string} command */
function commandText(command) {
  return command === 'test' ? 'by a test runner' : `loadline ${command}`;
}

/** @param {any[]} services */
function servicesText(services) {
  if (services.length === 0) return 'none was asked for';
  return services.map(({ description, notRun }) => notRun ?? description).join('; ');
}

/**
 * @param {any} gate
 * @returns {[string, string][]}
 */
function gateFacts({ seed, falseAlarm, missed, maxBlocks, inconclusive }) {
  const sure = `false alarms at most ${falseAlarm}, missed at most ${missed}, at most ${maxBlocks} blocks; an inconclusive run: ${inconclusive}`;
  return [
    ['Seed', String(seed ?? NONE)],
    ...(falseAlarm === undefined ? [] : [/** @type {[string, string]} */ (['Gate', sure])]),
  ];
}
