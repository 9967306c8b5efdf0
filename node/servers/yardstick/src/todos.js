// The todos workload: SQLite, and HTML written out plainly.
'use strict';

const Database = require('better-sqlite3');
const { bytesOf, typeOf } = require('./input');
const { Problem, badRequest } = require('./problem');
const { optional, valueOf } = require('./query');

const FORM = 'application/x-www-form-urlencoded';
const DESCRIPTION_CODE_POINTS_MAX = 1_000;

/** @typedef {{ id: number, description: string, done: 0 | 1 }} Todo */

// `folded` has the ASCII letters in lower case. SQLite's own lower() stops at the first NUL.
const SCHEMA = `
  CREATE TABLE todos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    description TEXT NOT NULL,
    folded TEXT NOT NULL,
    done INTEGER NOT NULL
  );
  INSERT INTO todos (description, folded, done)
  VALUES ('laundry', 'laundry', 1), ('lunch', 'lunch', 0), ('exercise', 'exercise', 0)`;

class Todos {
  constructor() {
    this.database = new Database(':memory:');
    this.database.exec(SCHEMA);
    const prepare = this.database.prepare.bind(this.database);
    this.statements = {
      all: prepare('SELECT * FROM todos ORDER BY id'),
      matching: prepare('SELECT * FROM todos WHERE instr(folded, ?) > 0 ORDER BY id'),
      one: prepare('SELECT * FROM todos WHERE id = ?'),
      add: prepare('INSERT INTO todos (description, folded, done) VALUES (?, ?, 0)'),
      describe: prepare('UPDATE todos SET description = ?, folded = ? WHERE id = ?'),
      mark: prepare('UPDATE todos SET done = ? WHERE id = ?'),
      remove: prepare('DELETE FROM todos WHERE id = ?'),
    };
  }

  page() {
    return page(this.table(''));
  }

  /** @param {string} query */
  table(query) {
    const { all, matching } = this.statements;
    const text = optional(query, 'q');
    return table(/** @type {Todo[]} */ (text ? matching.all(fold(text)) : all.all()));
  }

  /** @param {string} id */
  single(id) {
    const todo = /** @type {Todo | undefined} */ (this.statements.one.get(numberOf(id)));
    if (!todo) throw unknown(id);
    return single(todo);
  }

  /** @param {import('node:http').IncomingMessage} request */
  async add(request) {
    const description = descriptionOf(await formOf(request));
    if (description === undefined) throw badRequest('The field description is missing.');
    const { lastInsertRowid: id } = this.statements.add.run(description, fold(description));
    return { id, table: this.table('') };
  }

  /**
   * @param {string} id
   * @param {import('node:http').IncomingMessage} request
   */
  async change(id, request) {
    const number = numberOf(id);
    const form = await formOf(request);
    const description = descriptionOf(form);
    const done = doneOf(form);
    if (!this.statements.one.get(number)) throw unknown(id);
    if (description !== undefined) {
      this.statements.describe.run(description, fold(description), number);
    }
    if (done !== undefined) this.statements.mark.run(done ? 1 : 0, number);
    return this.table('');
  }

  /** @param {string} id */
  remove(id) {
    if (this.statements.remove.run(numberOf(id)).changes === 0) throw unknown(id);
    return this.table('');
  }

  close() {
    this.database.close();
  }
}

/** @param {string} text */
const fold = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** @param {string} id */
const unknown = (id) => new Problem(404, `There is no todo ${id}.`);

/** @param {string} id */
function numberOf(id) {
  if (!/^\d{1,15}$/.test(id)) throw badRequest('An id must be 1 to 15 decimal digits.');
  return Number(id);
}

/** @param {string} form */
function descriptionOf(form) {
  const description = valueOf(form, 'description');
  if (description?.trim() === '') throw badRequest('The description must not be blank.');
  if (description && [...description].length > DESCRIPTION_CODE_POINTS_MAX) {
    throw badRequest(`A description has at most ${DESCRIPTION_CODE_POINTS_MAX} characters.`);
  }
  return description;
}

/** @param {string} form */
function doneOf(form) {
  const done = valueOf(form, 'done');
  if (done === undefined || done === 'true' || done === 'false') return done && done === 'true';
  throw badRequest('done must be true or false.');
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<string>}
 */
async function formOf(request) {
  const { headers } = request;
  const type = typeOf(request);
  const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
  if (type === undefined ? hasBody : type !== FORM) {
    throw new Problem(415, `The body must be of type ${FORM}.`);
  }
  return (await bytesOf(request)).toString();
}

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** @param {string} tableHtml */
const page = (tableHtml) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Todos</title>
    <script src="/htmx.min.js" defer></script>
  </head>
  <body>
    <h1>Todos</h1>
    <form hx-post="/todos" hx-target="#todos" hx-swap="outerHTML">
      <label>What is to be done <input type="text" name="description" required maxlength="1000"></label>
      <button type="submit">Add</button>
    </form>
    <label>Search
      <input type="search" name="q" hx-get="/todos" hx-target="#todos" hx-swap="outerHTML" hx-trigger="input changed delay:200ms, search">
    </label>
    ${tableHtml}
  </body>
</html>
`;

/** @param {Todo[]} todos */
const table = (todos) => `<table id="todos">
  <thead>
    <tr><th scope="col">Done</th><th scope="col">Description</th><th scope="col">Remove</th></tr>
  </thead>
  <tbody>${todos.map(row).join('')}</tbody>
</table>
`;

/** @param {Todo} todo */
const row = ({ id, description, done }) => `
    <tr id="todo-${id}">
      <td><input type="checkbox" aria-label="Done" hx-put="/todos/${id}" hx-vals='{"done":"${done ? 'false' : 'true'}"}' hx-target="#todos" hx-swap="outerHTML"${done ? ' checked' : ''}></td>
      <td>${escape(description)}</td>
      <td><button type="button" hx-delete="/todos/${id}" hx-target="#todos" hx-swap="outerHTML">Delete</button></td>
    </tr>`;

/** @param {Todo} todo */
const single = ({ id, description, done }) => `<article id="todo-${id}">
  <h2>${escape(description)}</h2>
  <p>${done ? 'done' : 'open'}</p>
</article>
`;

module.exports = { Todos };
