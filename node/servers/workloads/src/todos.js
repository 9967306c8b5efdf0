// The todos workload: what a person typed is checked, stored, and shown as HTML.
'use strict';

const path = require('node:path');
const nunjucks = require('nunjucks');
const { formOf } = require('./form');
const { Problem, badRequest } = require('./problem');
const { once, optional } = require('./query');
const { TodoDatabase } = require('./todo-database');

const DESCRIPTION_CODE_POINTS_MAX = 1_000;
const ID = /^\d{1,15}$/;

const templates = new nunjucks.Environment(
  new nunjucks.FileSystemLoader(path.join(__dirname, 'templates')),
  { autoescape: true, throwOnUndefined: true },
);
const [page, table, single] = ['page.njk', 'table.njk', 'todo.njk'].map((name) =>
  templates.getTemplate(name, true),
);

class Todos {
  /** @param {string} [file] the database that the workers of a cluster share */
  constructor(file) {
    this.database = new TodoDatabase(file);
  }

  /** @returns {string} the whole page */
  page() {
    return page.render({ todos: this.database.all() });
  }

  /**
   * @param {string} query of the request
   * @returns {string} the table of what it searches for
   * @throws {Problem} 400 for a bad query
   */
  table(query) {
    const text = optional(query, 'q');
    return table.render({ todos: text ? this.database.matching(text) : this.database.all() });
  }

  /**
   * @param {string} id
   * @returns {string} the single todo
   * @throws {Problem} 400 or 404 for a bad or unknown id
   */
  single(id) {
    const todo = this.database.one(numberOf(id));
    if (!todo) throw unknown(id);
    return single.render({ todo });
  }

  /**
   * @param {import('node:http').IncomingMessage} request with a form
   * @returns {Promise<{ location: string, table: string }>}
   * @throws {Problem} 400, 413 or 415 for a bad form
   */
  async add(request) {
    const description = descriptionOf(await formOf(request));
    if (description === undefined) throw badRequest('The field description is missing.');
    return { location: `/todos/${this.database.add(description)}`, table: this.table('') };
  }

  /**
   * @param {string} id
   * @param {import('node:http').IncomingMessage} request with a form
   * @returns {Promise<string>} the table
   * @throws {Problem} 400, 404, 413 or 415 for a bad id or form
   */
  async change(id, request) {
    const number = numberOf(id);
    const form = await formOf(request);
    const changes = { description: descriptionOf(form), done: doneOf(form) };
    if (!this.database.change(number, changes)) throw unknown(id);
    return this.table('');
  }

  /**
   * @param {string} id
   * @returns {string} the table
   * @throws {Problem} 400 or 404 for a bad or unknown id
   */
  remove(id) {
    if (!this.database.remove(numberOf(id))) throw unknown(id);
    return this.table('');
  }

  close() {
    this.database.close();
  }
}

/** @param {string} id */
function numberOf(id) {
  if (!ID.test(id)) throw badRequest('The id of a todo must be 1 to 15 decimal digits.');
  return Number(id);
}

/** @param {Map<string, string[]>} form */
function descriptionOf(form) {
  const description = once(form, 'description');
  if (description === undefined) return undefined;
  if (description.trim() === '') throw badRequest('The description must not be blank.');
  if ([...description].length > DESCRIPTION_CODE_POINTS_MAX) {
    throw badRequest(`A description has at most ${DESCRIPTION_CODE_POINTS_MAX} characters.`);
  }
  return description;
}

/** @param {Map<string, string[]>} form */
function doneOf(form) {
  const done = once(form, 'done');
  if (done === undefined) return undefined;
  if (done !== 'true' && done !== 'false') throw badRequest('done must be true or false.');
  return done === 'true';
}

/** @param {string} id */
const unknown = (id) => new Problem(404, `There is no todo ${id}.`);

module.exports = { Todos };
