// The records workload: names inserted into MySQL, and selected.
'use strict';

const { textIn } = require('./document');
const { MySql } = require('./mysql');
const { Problem, badRequest } = require('./problem');

const ID = /^\d{1,15}$/;
const INSERT = 'INSERT INTO records (name) VALUES (?)';
const SELECT = 'SELECT name FROM records WHERE id = ?';

class Records {
  #mysql;

  /**
   * @param {string | undefined} url of MySQL
   * @param {number} connections at most
   */
  constructor(url, connections) {
    this.#mysql = new MySql(url, connections);
  }

  /**
   * @param {import('node:http').IncomingMessage} request with a JSON document
   * @returns {Promise<{ location: string, record: string }>} the record as JSON
   * @throws {Problem} 400, 413, 415 or 503
   */
  async add(request) {
    const name = await textIn(request, 'name');
    const { insertId: id } = await this.#mysql.ask(INSERT, [name]);
    return { location: `/records/${id}`, record: JSON.stringify({ id, name }) };
  }

  /**
   * @param {string} id
   * @returns {Promise<string>} the record as JSON
   * @throws {Problem} 400, 404 or 503
   */
  async one(id) {
    const number = numberOf(id);
    const [record] = await this.#mysql.ask(SELECT, [number]);
    if (!record) throw new Problem(404, `There is no record ${id}.`);
    return JSON.stringify({ id: number, name: record.name });
  }

  close() {
    return this.#mysql.close();
  }
}

/** @param {string} id */
function numberOf(id) {
  if (!ID.test(id)) throw badRequest('The id of a record must be 1 to 15 decimal digits.');
  return Number(id);
}

module.exports = { Records };
