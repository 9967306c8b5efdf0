/** Runs a composite action as GitHub's runner does: its steps in order, their conditions, their environment, their outputs. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { parse } = require('yaml');
const { TOKEN } = require('./fake-github');

/**
 * @typedef {object} Checkout
 * @property {string} action the folder of the action
 * @property {string} workspace what was checked out
 * @property {string} temporary
 * @property {object} event
 * @property {Record<string, string>} [inputs]
 * @property {Record<string, string>} [env]
 *
 * @typedef {object} Ran
 * @property {number} exitCode of the first step that failed
 * @property {string} output of all steps
 * @property {string} summary
 * @property {Record<string, string>} outputs of the action
 * @property {{ name: string, paths: string[] }[]} uploads
 */

/** @typedef {{ inputs: any, github: any, steps: any }} Contexts */

/**
 * @param {Checkout} checkout
 * @returns {Promise<Ran>}
 */
async function runAction({ action, workspace, temporary, event, inputs = {}, env = {} }) {
  const {
    inputs: declared,
    outputs,
    runs,
  } = parse(fs.readFileSync(path.join(action, 'action.yml'), 'utf8'));
  const github = { action_path: action, event, workspace, token: TOKEN };
  const contexts = { inputs: withDefaults(declared, inputs, github), github, steps: {} };
  /** @type {Ran} */
  const ran = { exitCode: 0, output: '', summary: '', outputs: {}, uploads: [] };
  const files = {
    summary: path.join(temporary, 'summary'),
    output: path.join(temporary, 'output'),
  };
  fs.writeFileSync(files.summary, '');
  for (const step of runs.steps) {
    if (!isRun(step.if, contexts, ran.exitCode === 0)) continue;
    if (step.uses) ran.uploads.push(upload(step, contexts));
    else await runStep(step, { contexts, ran, files, workspace, env });
  }
  ran.summary = fs.readFileSync(files.summary, 'utf8');
  for (const [name, { value }] of Object.entries(
    /** @type {Record<string, any>} */ (outputs ?? {}),
  )) {
    ran.outputs[name] = filled(value, contexts);
  }
  return ran;
}

/**
 * @param {Record<string, { default?: string }>} declared
 * @param {Record<string, string>} given
 * @param {any} github
 */
function withDefaults(declared, given, github) {
  const unknown = Object.keys(given).filter((name) => !(name in declared));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(', ')}`);
  const contexts = { inputs: {}, github, steps: {} };
  const defaults = Object.entries(declared).map(([name, each]) => [
    name,
    filled(each.default ?? '', contexts),
  ]);
  return { ...Object.fromEntries(defaults), ...given };
}

/**
 * @param {string | undefined} condition
 * @param {Contexts} contexts
 * @param {boolean} isFine whether no step has failed
 */
function isRun(condition, contexts, isFine) {
  if (condition === undefined) return isFine;
  const bare = condition.replace(/^\$\{\{|\}\}$/g, '');
  const asksItself = /\b(always|cancelled|failure|success)\(\)/.test(bare);
  return Boolean(evaluated(bare, contexts)) && (asksItself || isFine);
}

/**
 * @param {any} step
 * @param {Contexts} contexts
 */
function upload(step, contexts) {
  if (!/^actions\/upload-artifact@[0-9a-f]{40}$/.test(step.uses)) throw new Error(step.uses);
  const paths = filled(step.with.path, contexts).split('\n').filter(Boolean);
  return { name: filled(step.with.name, contexts), paths };
}

/**
 * @param {any} step
 * @param {{ contexts: Contexts, ran: Ran, files: { summary: string, output: string }, workspace: string, env: Record<string, string> }} how
 */
async function runStep(step, { contexts, ran, files, workspace, env }) {
  if (/\$\{\{/.test(step.run)) throw new Error(`an expression within a script: ${step.run}`);
  fs.writeFileSync(files.output, '');
  const own = Object.entries(step.env ?? {}).map(([name, value]) => [
    name,
    filled(String(value), contexts),
  ]);
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: path.resolve(workspace, filled(step['working-directory'] ?? '.', contexts)),
    env: {
      ...process.env,
      ...env,
      GITHUB_WORKSPACE: workspace,
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_OUTPUT: files.output,
      ...Object.fromEntries(own),
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => (ran.output += data));
  }
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  ran.exitCode ||= exitCode;
  contexts.steps[step.id ?? step.name] = { outputs: outputsIn(files.output) };
}

/** @param {string} file */
function outputsIn(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /** @type {RegExpExecArray} */ (/^([\w-]+)=(.*)$/.exec(line));
      return [name, value];
    }),
  );
}

/**
 * @param {string} text
 * @param {Contexts} contexts
 * @returns {string} with its expressions replaced
 */
function filled(text, contexts) {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression) =>
    String(evaluated(expression, contexts) ?? ''),
  );
}

/**
 * GitHub's expressions are JavaScript's, but for names with hyphens, and that what is missing is empty and no mistake.
 *
 * @param {string} expression
 * @param {Contexts} contexts
 */
function evaluated(expression, contexts) {
  const written = expression
    .replace(/[.]([a-z]+-[a-z-]+)/g, '["$1"]')
    .replace(/(?<=\w)([.]|\[)/g, (sign) => (sign === '.' ? '?.' : '?.['));
  const functions = { cancelled: () => false, always: () => true };
  return vm.runInNewContext(written, { ...contexts, ...functions });
}

module.exports = { runAction };
