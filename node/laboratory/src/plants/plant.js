/** Plants a slowdown into a checked-out copy of a house: what is written into which of its files. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { UsageError } = require('loadline/src/cli/exit-codes');

/**
 * @typedef {'cpu' | 'allocation' | 'query' | 'lock' | 'stall'} Harm
 *
 * @typedef {object} Plant
 * @property {Harm} harm
 * @property {number} share of the throughput, or of the time for a lock and a stall; 0 plants what does nothing
 * @property {number} [everyMillis] of a lock and a stall: how long one and what follows last
 * @property {string} [paths] regular expression: which requests are harmed (all but health)
 *
 * @typedef {import('loadline/src/stacks/load-stacks').Stack} Stack
 *
 * @typedef {object} Place where a JVM stack lets every request pass by
 * @property {Record<string, string>} [files] file of ours to where it goes, from the stack's folder
 * @property {{ file: string, find: string, put: string }[]} [replace]
 */

const PLANTED = path.join(__dirname, 'planted');
const ALL_PATHS = '^/(?!health)';
const EVERY_MILLIS = { lock: 50, stall: 1_000 };
const WORKLOADS = '../workloads/src/main/java/dev/loadline/workloads';

/** @type {Record<string, Place>} */
const JVM_PLACES = {
  'java/javalin': {
    replace: [
      {
        file: 'src/main/kotlin/dev/loadline/javalin/Main.kt',
        find: 'config.routes.route(services)',
        put: 'config.routes.before { dev.loadline.workloads.Planted.request(it.path()) }\n      config.routes.route(services)',
      },
      {
        // Each message is a request.
        file: 'src/main/kotlin/dev/loadline/javalin/Echo.kt',
        find: 'socket.onMessage { message ->',
        put: 'socket.onMessage { message -> dev.loadline.workloads.Planted.request("/echo");',
      },
      {
        file: 'src/main/kotlin/dev/loadline/javalin/Echo.kt',
        find: 'socket.onBinaryMessage { message ->',
        put: 'socket.onBinaryMessage { message -> dev.loadline.workloads.Planted.request("/echo");',
      },
    ],
  },
  'java/spring-mvc': {
    files: {
      'PlantedServletFilter.java': 'src/main/java/dev/loadline/mvc/PlantedServletFilter.java',
    },
  },
  'java/spring-webflux': {
    files: { 'PlantedFilter.java': 'src/main/java/dev/loadline/webflux/PlantedFilter.java' },
  },
};

/**
 * @param {Stack[]} stacks of the copy
 * @param {Record<string, Plant>} plants by the id of the stack
 * @throws {UsageError} there is no such stack, or no place in it
 */
function plantAll(stacks, plants) {
  for (const [id, plant] of Object.entries(plants)) {
    const stack = stacks.find((each) => each.id === id);
    if (stack === undefined) throw new UsageError(`no stack ${id} to plant ${plant.harm} into`);
    plantInto(stack, plant);
  }
}

/**
 * @param {Stack} stack of the copy
 * @param {Plant} plant
 * @throws {UsageError} there is no place for it in that stack
 */
function plantInto(stack, plant) {
  const { harm, share, paths = ALL_PATHS } = plant;
  const everyMillis =
    plant.everyMillis ?? (harm === 'stall' ? EVERY_MILLIS.stall : EVERY_MILLIS.lock);
  const planted = { harm, share, everyMillis, paths };
  if (stack.language === 'node') plantIntoNode(stack, planted);
  else plantIntoJvm(stack, planted);
}

/**
 * @param {Stack} stack
 * @param {Required<Plant>} planted
 */
function plantIntoNode({ folder, command: [node, ...args] }, planted) {
  fs.copyFileSync(path.join(PLANTED, 'planted.js'), path.join(folder, 'planted.js'));
  fs.writeFileSync(path.join(folder, 'planted.json'), `${JSON.stringify(planted)}\n`);
  changeCommand(folder, [node, '--require', './planted.js', ...args]);
}

/**
 * @param {Stack} stack
 * @param {Required<Plant>} planted
 */
function plantIntoJvm({ id, folder, command: [java, ...args] }, planted) {
  const place = JVM_PLACES[id];
  if (place === undefined) {
    throw new UsageError(
      `there is no place for a plant in ${id}; known: ${Object.keys(JVM_PLACES).join(', ')}, and all on Node`,
    );
  }
  const { files = {}, replace = [] } = place;
  for (const [name, to] of Object.entries({
    ...files,
    'Planted.java': `${WORKLOADS}/Planted.java`,
  })) {
    fs.copyFileSync(path.join(PLANTED, name), path.join(folder, to));
  }
  for (const { file, ...change } of replace) replaceOnce(path.join(folder, file), change);
  const properties = Object.entries(planted).map(([key, value]) => `-Dplanted.${key}=${value}`);
  changeCommand(folder, [java, ...properties, ...args]);
}

/**
 * @param {string} file
 * @param {{ find: string, put: string }} change
 * @throws {UsageError} what is to be found is not there once
 */
function replaceOnce(file, { find, put }) {
  const parts = fs.readFileSync(file, 'utf8').split(find);
  if (parts.length !== 2) {
    throw new UsageError(
      `${file}\n  expected  ${JSON.stringify(find)} once, where the plant goes\n  actual    ${parts.length - 1} times`,
    );
  }
  fs.writeFileSync(file, parts.join(put));
}

/**
 * @param {string} folder
 * @param {string[]} command
 */
function changeCommand(folder, command) {
  const file = path.join(folder, 'stack.json');
  const stack = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.writeFileSync(file, `${JSON.stringify({ ...stack, command }, null, 2)}\n`);
}

module.exports = { plantAll, plantInto };
