/** What is wrong with the paths of a stack.json that no schema can see. */
'use strict';

const path = require('node:path');
const { pointerTo } = require('../input/invalid-input');

/** @typedef {import('../input/invalid-input').Problem} Problem */

/**
 * @param {{ workloads: string[], pathsFrom?: string, paths?: Record<string, 'all' | string[]> }} declared
 * @param {{ root: string, folder: string, name: string }} place of the stack; the name is the file's
 * @returns {Problem[]}
 */
function unfitPaths({ workloads, pathsFrom, paths = {} }, { root, folder, name }) {
  const pointer = pointerTo('pathsFrom');
  const from =
    pathsFrom === undefined ? [] : leavingPath(pathsFrom, { root, folder, name, pointer });
  const own = Object.entries(paths).flatMap(([each, touched]) => [
    ...leavingPath(each, { root, folder, name, pointer: pointerTo('paths', each) }),
    ...(touched === 'all' ? [] : unspokenWorkloads(each, touched, { workloads, name })),
  ]);
  return [...from, ...own];
}

/**
 * @param {string} each
 * @param {{ root: string, folder: string, name: string, pointer: string }} place
 * @returns {Problem[]}
 */
function leavingPath(each, { root, folder, name, pointer }) {
  if (isWithinHouse(each, { root, folder })) return [];
  const expected = 'a path within the house, relative to the folder of the stack';
  return [{ file: name, pointer, expected, actual: JSON.stringify(each) }];
}

/**
 * @param {string} each
 * @param {{ root: string, folder: string }} place
 * @returns {boolean} whether it is relative, and does not leave the house
 */
function isWithinHouse(each, { root, folder }) {
  const inside = path.relative(root, path.resolve(folder, each));
  return !path.isAbsolute(each) && inside !== '..' && !inside.startsWith(`..${path.sep}`);
}

/**
 * @param {string} each
 * @param {string[]} touched
 * @param {{ workloads: string[], name: string }} stack
 * @returns {Problem[]}
 */
function unspokenWorkloads(each, touched, { workloads, name }) {
  return [...touched.entries()]
    .filter(([, workload]) => !workloads.includes(workload))
    .map(([at, workload]) => ({
      file: name,
      pointer: pointerTo('paths', each, at),
      expected: `a workload of the stack: ${workloads.map((known) => `"${known}"`).join(', ')}`,
      actual: JSON.stringify(workload),
    }));
}

module.exports = { isWithinHouse, unfitPaths };
