// The todos, in SQLite.
'use strict';

const Database = require('better-sqlite3');

/**
 * @typedef {object} Todo
 * @property {number} id
 * @property {string} description
 * @property {0 | 1} done
 */

// `folded` is the description with its ASCII letters in lower case: what a search looks in.
// SQLite's own lower() stops at the first NUL.
const SCHEMA = `
  CREATE TABLE todos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    description TEXT NOT NULL,
    folded TEXT NOT NULL,
    done INTEGER NOT NULL
  )`;
const COLUMNS = 'id, description, done';

class TodoDatabase {
  /** @param {string} [file] of a database made by `createFile`; without it, a fresh one in memory */
  constructor(file) {
    this.database = new Database(file ?? ':memory:', { fileMustExist: file !== undefined });
    if (file === undefined) create(this.database);
    const prepare = this.database.prepare.bind(this.database);
    this.statements = {
      all: prepare(`SELECT ${COLUMNS} FROM todos ORDER BY id`),
      matching: prepare(`SELECT ${COLUMNS} FROM todos WHERE instr(folded, ?) > 0 ORDER BY id`),
      one: prepare(`SELECT ${COLUMNS} FROM todos WHERE id = ?`),
      add: prepare('INSERT INTO todos (description, folded, done) VALUES (?, ?, 0)'),
      describe: prepare('UPDATE todos SET description = ?, folded = ? WHERE id = ?'),
      mark: prepare('UPDATE todos SET done = ? WHERE id = ?'),
      remove: prepare('DELETE FROM todos WHERE id = ?'),
    };
    this.change = this.database.transaction(this.change.bind(this));
  }

  /** @returns {Todo[]} in order of id */
  all() {
    return /** @type {Todo[]} */ (this.statements.all.all());
  }

  /**
   * @param {string} text anywhere in the description, whatever the case of ASCII letters
   * @returns {Todo[]} in order of id
   */
  matching(text) {
    return /** @type {Todo[]} */ (this.statements.matching.all(fold(text)));
  }

  /**
   * @param {number} id
   * @returns {Todo | undefined}
   */
  one(id) {
    return /** @type {Todo | undefined} */ (this.statements.one.get(id));
  }

  /**
   * @param {string} description
   * @returns {number | bigint} its id
   */
  add(description) {
    return this.statements.add.run(description, fold(description)).lastInsertRowid;
  }

  /**
   * @param {number} id
   * @param {{ description?: string, done?: boolean }} changes what is missing stays as it is
   * @returns {boolean} whether there is such a todo
   */
  change(id, { description, done }) {
    if (description !== undefined) this.statements.describe.run(description, fold(description), id);
    if (done !== undefined) this.statements.mark.run(done ? 1 : 0, id);
    return this.one(id) !== undefined;
  }

  /**
   * @param {number} id
   * @returns {boolean} whether there was such a todo
   */
  remove(id) {
    return this.statements.remove.run(id).changes > 0;
  }

  close() {
    this.database.close();
  }
}

/**
 * Makes a database that the workers of a cluster share.
 * @param {string} file
 * @returns {Database.Database} to be kept open as long as they live, which keeps its log in place
 */
function createFile(file) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  create(database);
  return database;
}

/** @param {Database.Database} database */
function create(database) {
  database.exec(SCHEMA);
  const add = database.prepare('INSERT INTO todos (description, folded, done) VALUES (?, ?, ?)');
  add.run('laundry', 'laundry', 1);
  add.run('lunch', 'lunch', 0);
  add.run('exercise', 'exercise', 0);
}

/** @param {string} text */
const fold = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

module.exports = { TodoDatabase, createFile };
