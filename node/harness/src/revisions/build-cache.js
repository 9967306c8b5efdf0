/**
 * Keeps what builds have made, so that a commit is built once: all that is in a worktree and not in its commit (node_modules,
 * target), under a key of what they are made from (the commit's tree, or only lock files where a stack says so), the builds and
 * the programs that they ran on.
 */
'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { takeIntoCare } = require('../stacks/cleanup');
const { findJdk } = require('../stacks/jdk');
const { copyItems, hasItems, itemsOf } = require('./file-tree');
const { git } = require('./git');
const { hasSubmodules } = require('./worktree');

/**
 * @typedef {import('./file-tree').Item} Item
 * @typedef {{ builds: string[], roots: string[], items: Item[] }} Manifest what was built, and what of it is kept
 */

/** Another layout of what is kept is another version. */
const VERSION = 1;
const ENTRIES_MAX = 6;
const KEY_DIGITS = 24;
/** What is being written is not looked at, and is forgotten when it is as old as that. */
const DRAFT = '.new-';
const DRAFT_MILLIS_MAX = 60 * 60_000;
const MANIFEST = 'manifest.json';
const FILES = 'files';

class BuildCache {
  #folder;
  #top;
  #prefix;

  /**
   * @param {string} top a worktree
   * @param {string} source what the builds are made from: the tree's id, or files with theirs
   * @param {string} [folder] where all is kept
   */
  constructor(top, source, folder = path.join(cacheHome(), 'loadline/builds')) {
    this.#folder = folder;
    this.#top = top;
    this.#prefix = digest([VERSION, source, ...runtimes()]);
    /** What two processes that build the same have in common. */
    this.turn = path.join(folder, this.#prefix);
  }

  /**
   * @param {string[]} builds
   * @returns {boolean} whether all that they make is in the worktree now
   */
  restore(builds) {
    return this.#entries().some((entry) => this.#restoreFrom(entry, builds));
  }

  /** @returns {string[]} folders of builds from the same */
  #entries() {
    return namesIn(this.#folder)
      .filter((name) => name.startsWith(`${this.#prefix}-`))
      .map((name) => path.join(this.#folder, name));
  }

  /**
   * @param {string} entry
   * @param {string[]} builds
   */
  #restoreFrom(entry, builds) {
    const manifest = readManifest(entry);
    if (manifest && !builds.every((build) => manifest.builds.includes(build))) return false;
    if (!manifest || !hasItems(manifest.items, path.join(entry, FILES))) {
      discard(entry);
      return false;
    }
    try {
      copyItems(manifest.items, path.join(entry, FILES), this.#top);
      const now = new Date();
      fs.utimesSync(entry, now, now);
      return true;
    } catch (error) {
      // Another process may just have discarded it, or the disk is full.
      if (!isOfFiles(error)) throw error;
      for (const root of manifest.roots) remove(path.join(this.#top, root));
      return false;
    }
  }

  /**
   * Files are written under another name first: an entry is there as a whole or not at all.
   *
   * @param {string[]} builds that have run in the worktree
   * @returns {Promise<string | null>} why it cannot be kept; null when it is
   */
  async keep(builds) {
    const reason = await this.#whyNotKeep();
    if (reason !== null) return reason;
    try {
      const roots = await untracked(this.#top);
      fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const draft = fs.mkdtempSync(path.join(this.#folder, DRAFT));
      const care = takeIntoCare({ folder: draft });
      try {
        writeEntry(draft, { top: this.#top, roots, builds });
        publish(draft, `${this.turn}-${digest(builds)}`);
      } finally {
        remove(draft);
        care.release();
      }
      this.#forgetOldest();
      return null;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }

  /** @returns {Promise<string | null>} */
  async #whyNotKeep() {
    if (hasSubmodules(this.#top)) return 'it has submodules';
    const changed = await git(['status', '--porcelain', '--untracked-files=no'], this.#top);
    return changed === ''
      ? null
      : `it changes files of the commit: ${changed.split('\n')[0].slice(3)}`;
  }

  #forgetOldest() {
    const all = namesIn(this.#folder)
      .map((name) => ({ name, place: path.join(this.#folder, name) }))
      .map((entry) => ({ ...entry, usedAt: changedAt(entry.place) }));
    const drafts = all.filter(({ name }) => name.startsWith('.'));
    const entries = all.filter(({ name }) => !name.startsWith('.'));
    entries.sort((a, b) => b.usedAt - a.usedAt);
    for (const { place } of entries.slice(ENTRIES_MAX)) discard(place);
    for (const { place, usedAt } of drafts) {
      if (Date.now() - usedAt > DRAFT_MILLIS_MAX) remove(place);
    }
  }
}

/** @returns {string} */
function cacheHome() {
  const { XDG_CACHE_HOME } = process.env;
  // A relative one is to be ignored, says the specification.
  const isGiven = XDG_CACHE_HOME !== undefined && path.isAbsolute(XDG_CACHE_HOME);
  return isGiven ? XDG_CACHE_HOME : path.join(os.homedir(), '.cache');
}

/** @returns {(string | number)[]} what builds run on */
function runtimes() {
  const jdk = findJdk(0);
  const java = jdk ? [fs.realpathSync(jdk.java), jdk.major] : [];
  return [process.version, process.platform, process.arch, ...java];
}

/** @param {unknown} value */
function digest(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, KEY_DIGITS);
}

/**
 * @param {string} top
 * @returns {Promise<string[]>} what is in the worktree and not in its commit, ignored or not; folders as a whole
 */
async function untracked(top) {
  const list = await git(['ls-files', '--others', '--directory', '-z'], top);
  return list.split('\0').flatMap((name) => (name === '' ? [] : [name.replace(/\/$/, '')]));
}

/**
 * @param {string} draft
 * @param {{ top: string, roots: string[], builds: string[] }} built
 */
function writeEntry(draft, { top, roots, builds }) {
  const files = path.join(draft, FILES);
  copyItems(itemsOf(top, roots), top, files);
  // Of the copies, whose times may be a little coarser.
  const items = roots.length === 0 ? [] : itemsOf(files, roots);
  fs.writeFileSync(path.join(draft, MANIFEST), JSON.stringify({ builds, roots, items }));
}

/**
 * @param {string} draft
 * @param {string} entry
 */
function publish(draft, entry) {
  try {
    fs.renameSync(draft, entry);
  } catch (error) {
    // Another process was first, with the same.
    if (!['EEXIST', 'ENOTEMPTY'].includes(String(codeOf(error)))) throw error;
  }
}

/**
 * @param {string} entry
 * @returns {Manifest | null} null when there is none that can be read
 */
function readManifest(entry) {
  try {
    const read = JSON.parse(fs.readFileSync(path.join(entry, MANIFEST), 'utf8'));
    return Array.isArray(read.items) ? read : null;
  } catch {
    return null;
  }
}

/**
 * Out of sight first, so that nobody finds half of it.
 *
 * @param {string} entry
 */
function discard(entry) {
  const away = path.join(path.dirname(entry), `${DRAFT}${path.basename(entry)}-${process.pid}`);
  try {
    fs.renameSync(entry, away);
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    return;
  }
  remove(away);
}

/** @param {string} place */
function remove(place) {
  fs.rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * @param {string} folder
 * @returns {string[]} none when it cannot be read
 */
function namesIn(folder) {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    return [];
  }
}

/** @param {string} place */
function changedAt(place) {
  return fs.statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code;
}

/** @param {unknown} error */
function isOfFiles(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).syscall !== undefined;
}

module.exports = { BuildCache };
