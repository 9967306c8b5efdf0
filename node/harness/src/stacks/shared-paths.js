/** What several stacks use besides their folders, from the file that their stack.json names in pathsFrom. */
'use strict';

const path = require('node:path');
const { pointerTo } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');
const { isWithinHouse } = require('./unfit-paths');

/**
 * @typedef {import('../input/invalid-input').Problem} Problem
 * @typedef {Record<string, 'all' | string[]>} Paths to the workloads that a change of it can touch
 */

class SharedPaths {
  #root;
  /** @type {Map<string, Paths>} by file, each of which is read once and told once */
  #known = new Map();
  /** @type {Problem[]} of all files that were read */
  problems = [];

  /** @param {string} root absolute: the house */
  constructor(root) {
    this.#root = root;
  }

  /**
   * @param {{ pathsFrom?: string, paths?: Paths }} declared
   * @param {string} folder of the stack
   * @returns {Paths | undefined} from the folder of the stack: its own, and those that it shares
   */
  and({ pathsFrom, paths }, folder) {
    if (pathsFrom === undefined) return paths;
    const shared = Object.entries(this.#of(path.resolve(folder, pathsFrom))).map(
      ([each, touched]) => [path.join(path.dirname(pathsFrom), each), touched],
    );
    return { ...Object.fromEntries(shared), ...paths };
  }

  /**
   * @param {string} file
   * @returns {Paths} none where it cannot be read
   */
  #of(file) {
    const known = this.#known.get(file) ?? this.#read(file);
    this.#known.set(file, known);
    return known;
  }

  /**
   * @param {string} file
   * @returns {Paths}
   */
  #read(file) {
    const name = path.relative(this.#root, file);
    const { value, problems } = readJson(file, name);
    const schema = path.join(this.#root, 'contracts/schema/paths.schema.json');
    const found = problems.length > 0 ? problems : schemaCheck(schema)(value, name);
    if (found.length === 0) found.push(...this.#leaving(file, name, value.paths));
    this.problems.push(...found);
    return found.length > 0 ? {} : value.paths;
  }

  /**
   * @param {string} file
   * @param {string} name
   * @param {Paths} paths
   * @returns {Problem[]}
   */
  #leaving(file, name, paths) {
    const within = (/** @type {string} */ each) =>
      isWithinHouse(each, { root: this.#root, folder: path.dirname(file) });
    return Object.keys(paths)
      .filter((each) => !within(each))
      .map((each) => ({
        file: name,
        pointer: pointerTo('paths', each),
        expected: 'a path within the house, relative to the folder of this file',
        actual: JSON.stringify(each),
      }));
  }
}

module.exports = { SharedPaths };
