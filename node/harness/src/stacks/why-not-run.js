/** Tells why a stack cannot be run on this machine, before anybody tries. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { findJdk } = require('./jdk');

/** @typedef {import('./load-stacks').Variant} Variant */

/** A command that starts with `java` on a stack that does not say what it needs. */
const LEAST_JAVA = 17;

/**
 * @param {Variant} variant
 * @returns {string | null} the reason, with what to do; null when it can be run
 */
function whyNotRun({ stack }) {
  return (
    nodeTooOld(stack.needs.node) ??
    noJdk(stack) ??
    missingFile(stack, '-jar', (jar) => buildCommand(stack, jar)) ??
    missingProgram(stack)
  );
}

/**
 * @param {number | undefined} least
 * @returns {string | null}
 */
function nodeTooOld(least) {
  const major = Number(process.versions.node.split('.')[0]);
  if (least === undefined || major >= least) return null;
  return `it needs Node ${least}, this is Node ${process.versions.node}`;
}

/**
 * @param {Variant['stack']} stack
 * @returns {string | null}
 */
function noJdk(stack) {
  if (stack.command[0] !== 'java') return null;
  const least = leastJava(stack);
  if (findJdk(least)) return null;
  return `it needs JDK ${least}, and none was found: set JAVA_HOME to one`;
}

/**
 * @param {Variant['stack']} stack
 * @returns {number}
 */
function leastJava(stack) {
  return stack.needs.java ?? LEAST_JAVA;
}

/**
 * @param {Variant['stack']} stack
 * @param {string} option the option before the file's name
 * @param {(file: string) => string} howToBuild
 * @returns {string | null}
 */
function missingFile({ command, folder }, option, howToBuild) {
  const at = command.indexOf(option);
  const file = at < 0 ? undefined : command[at + 1];
  if (file === undefined || fs.existsSync(path.resolve(folder, file))) return null;
  return howToBuild(file);
}

/**
 * @param {Variant['stack']} stack
 * @param {string} jar
 * @returns {string}
 */
function buildCommand({ folder, rootFolder }, jar) {
  const module = path.relative(rootFolder, folder);
  return `${path.join(module, jar)} is not built: mvn -pl ${module} -am -DskipTests package`;
}

/**
 * @param {Variant['stack']} stack
 * @returns {string | null}
 */
function missingProgram({ command, folder }) {
  const script =
    command[0] === 'node' ? command.find((word) => /\.[cm]?js$/.test(word)) : undefined;
  if (script === undefined || fs.existsSync(path.resolve(folder, script))) return null;
  return `${script} is not in ${folder}`;
}

module.exports = { whyNotRun, leastJava };
