// The todos workload: todos in SQLite, and the pages that show them.
'use strict';

const path = require('node:path');
const Database = require('better-sqlite3');
const nunjucks = require('nunjucks');
const { given, idOf, invalid, textOf } = require('./checks');
const { Refusal } = require('./refusal');

const DESCRIPTION_CODE_POINTS_MAX = 1_000;

// `folded` is the description with its ASCII letters in lower case: what a search looks in.
// SQLite's own lower() stops at the first NUL. AUTOINCREMENT: no id ever means another todo later.
const SCHEMA = `
  CREATE TABLE todos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    description TEXT NOT NULL,
    folded TEXT NOT NULL,
    done INTEGER NOT NULL
  );
  INSERT INTO todos (description, folded, done)
  VALUES ('laundry', 'laundry', 1), ('lunch', 'lunch', 0), ('exercise', 'exercise', 0)`;

const pages = nunjucks.configure(path.join(__dirname, 'templates'), {
  autoescape: true,
  throwOnUndefined: true,
});

/** @typedef {{ id: number, description: string, done: 0 | 1 }} Todo */

class Todos {
  /** @param {string} [file] of `createTodosFile`; without it, a fresh database in memory */
  constructor(file) {
    const database = file
      ? new Database(file, { fileMustExist: true })
      : createDatabase(':memory:');
    const columns = 'id, description, done';
    // The empty text is in every description.
    this.matching = database.prepare(
      `SELECT ${columns} FROM todos WHERE instr(folded, ?) > 0 ORDER BY id`,
    );
    this.one = database.prepare(`SELECT ${columns} FROM todos WHERE id = ?`);
    this.insert = database.prepare(
      'INSERT INTO todos (description, folded, done) VALUES (?, ?, 0)',
    );
    this.update = database.prepare(`
      UPDATE todos SET
        description = coalesce(@description, description),
        folded = coalesce(@folded, folded),
        done = coalesce(@done, done)
      WHERE id = @id`);
    this.delete = database.prepare('DELETE FROM todos WHERE id = ?');
  }

  /** @returns {string} the whole page */
  page() {
    return pages.render('page.njk', { todos: this.matching.all('') });
  }

  /**
   * @param {unknown} [search] a part of the description, whatever the case of ASCII letters
   * @returns {string} the table of those that are found
   * @throws {Refusal} it is no text
   */
  table(search = '') {
    const text = folded(given('q', search));
    return pages.render('table.njk', { todos: this.matching.all(text) });
  }

  /**
   * @param {unknown} id
   * @returns {string} the single todo
   * @throws {Refusal}
   */
  single(id) {
    const todo = /** @type {Todo | undefined} */ (this.one.get(idOf(id)));
    if (!todo) throw unknown(id);
    return pages.render('todo.njk', { todo });
  }

  /**
   * @param {unknown} description
   * @returns {number | bigint} its id
   * @throws {Refusal}
   */
  add(description) {
    const text = descriptionOf(description);
    return this.insert.run(text, folded(text)).lastInsertRowid;
  }

  /**
   * @param {unknown} id
   * @param {{ description?: unknown, done?: unknown }} changes what is missing stays as it is
   * @throws {Refusal}
   */
  change(id, { description, done }) {
    const text = description === undefined ? null : descriptionOf(description);
    const { changes } = this.update.run({
      id: idOf(id),
      description: text,
      folded: text && folded(text),
      done: done === undefined ? null : doneOf(done),
    });
    if (changes === 0) throw unknown(id);
  }

  /**
   * @param {unknown} id
   * @throws {Refusal}
   */
  remove(id) {
    if (this.delete.run(idOf(id)).changes === 0) throw unknown(id);
  }
}

/**
 * Makes the database that the workers of a cluster share.
 * @param {string} file
 * @returns {Database.Database} to be kept open as long as they live, which keeps its log in place
 */
function createTodosFile(file) {
  const database = createDatabase(file);
  database.pragma('journal_mode = WAL');
  return database;
}

/** @param {string} file */
function createDatabase(file) {
  const database = new Database(file);
  database.exec(SCHEMA);
  return database;
}

/** @param {unknown} description */
const descriptionOf = (description) =>
  textOf('description', description, DESCRIPTION_CODE_POINTS_MAX);

/** @param {unknown} done */
function doneOf(done) {
  if (done !== 'true' && done !== 'false') throw invalid('done must be true or false.');
  return done === 'true' ? 1 : 0;
}

/** @param {unknown} id */
const unknown = (id) => new Refusal('missing', `There is no todo ${id}.`);

/** @param {string} text */
const folded = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

module.exports = { Todos, createTodosFile };
