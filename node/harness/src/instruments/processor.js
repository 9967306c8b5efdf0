/** Names the processor of this machine, as every report has it: ratios differ by processor. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');

const CPU_INFO = '/proc/cpuinfo';

/** @returns {string} such as `AMD EPYC, family 25 model 1` */
function nameOfProcessor() {
  const named = fs.existsSync(CPU_INFO) ? nameIn(fs.readFileSync(CPU_INFO, 'utf8')) : null;
  return named ?? os.cpus()[0]?.model.trim() ?? 'unknown';
}

/**
 * @param {string} cpuInfo what Linux tells of its processors
 * @returns {string | null} null where it tells no name; a brand alone would stand for several generations
 */
function nameIn(cpuInfo) {
  const of = (/** @type {string} */ key) => new RegExp(`^${key}\\s*:\\s*(.+)$`, 'm').exec(cpuInfo);
  const name = of('model name');
  const family = of('cpu family');
  const model = of('model');
  if (name === null) return null;
  const generation = family && model ? `, family ${family[1].trim()} model ${model[1].trim()}` : '';
  return `${name[1].trim()}${generation}`;
}

module.exports = { nameOfProcessor, nameIn };
