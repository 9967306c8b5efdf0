/** Copies what a build has made: files by hard links where the file system allows it, symbolic links as they are. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/**
 * One thing of a tree: [its path, 'folder'], [its path, 'link', what it points to], or [its path, 'file', bytes, when it was
 * changed, in milliseconds since 1970].
 *
 * @typedef {[string, 'folder'] | [string, 'link', string] | [string, 'file', number, number]} Item
 */

/** Where hard links are not to be had: another disk, too many links, a file system or a system that forbids them. */
const UNLINKABLE = ['EXDEV', 'EMLINK', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * @param {string} from a folder
 * @param {string[]} names of what is in it, at any depth
 * @returns {Item[]} parents before what is in them; without sockets and the like
 * @throws {Error} a symbolic link names the folder itself, and would lead back to it from any other
 */
function itemsOf(from, names) {
  return names.flatMap((name) => {
    const place = path.join(from, name);
    const found = fs.lstatSync(place);
    if (found.isSymbolicLink()) return [linkItem(from, name)];
    if (found.isDirectory()) {
      const inside = fs.readdirSync(place).map((each) => path.join(name, each));
      return [/** @type {Item} */ ([name, 'folder']), ...itemsOf(from, inside)];
    }
    if (!found.isFile()) return [];
    return [/** @type {Item} */ ([name, 'file', found.size, found.mtimeMs])];
  });
}

/**
 * @param {string} from
 * @param {string} name
 * @returns {Item}
 */
function linkItem(from, name) {
  const target = fs.readlinkSync(path.join(from, name));
  if (target === from || target.startsWith(from + path.sep)) {
    throw new Error(`${name} is a symbolic link to ${target}, which is not relative`);
  }
  return [name, 'link', target];
}

/**
 * @param {Item[]} items
 * @param {string} from a folder that has them
 * @param {string} to a folder that has none of them
 */
function copyItems(items, from, to) {
  for (const item of items) {
    const [name, kind] = item;
    const place = path.join(to, name);
    fs.mkdirSync(kind === 'folder' ? place : path.dirname(place), { recursive: true });
    if (item[1] === 'link') fs.symlinkSync(item[2], place);
    if (item[1] === 'file') linkOrCopy(path.join(from, name), place);
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function linkOrCopy(from, to) {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    if (!UNLINKABLE.includes(String(/** @type {NodeJS.ErrnoException} */ (error).code)))
      throw error;
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
    const { atime, mtime } = fs.statSync(from);
    fs.utimesSync(to, atime, mtime);
  }
}

/**
 * @param {Item[]} items
 * @param {string} folder
 * @returns {boolean} whether it has all of them, as they were
 */
function hasItems(items, folder) {
  return items.every(([name, ...kept]) => {
    const found = fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    if (!found) return false;
    if (kept[0] === 'folder') return found.isDirectory();
    if (kept[0] === 'link') return found.isSymbolicLink();
    return found.isFile() && found.size === kept[1] && found.mtimeMs === kept[2];
  });
}

module.exports = { itemsOf, copyItems, hasItems };
