// The records workload: prepared statements on a few connections to MySQL, handed from one to the next.
'use strict';

const { textIn } = require('./input');
const { Problem, badRequest } = require('./problem');
const { ANSWER_MILLIS, Turns, answered, urlIn, within } = require('./service');

const TABLE = `
  CREATE TABLE IF NOT EXISTS records (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
  )`;

/** @typedef {import('mysql2').Connection & { stream: import('node:net').Socket }} Connection */

class Records {
  /** @type {Connection[]} */
  #idle = [];
  /** @type {Set<Connection>} */
  #open = new Set();
  #turns = new Turns();

  /** @param {import('node:http').IncomingMessage} request */
  async add(request) {
    const name = await textIn(request, 'name');
    const { insertId: id } = await this.#ask('INSERT INTO records (name) VALUES (?)', [name]);
    return { id, json: JSON.stringify({ id, name }) };
  }

  /**
   * @param {string} id
   * @returns {Promise<string>}
   */
  async one(id) {
    if (!/^\d{1,15}$/.test(id)) throw badRequest('An id must be 1 to 15 decimal digits.');
    const number = Number(id);
    const [record] = await this.#ask('SELECT name FROM records WHERE id = ?', [number]);
    if (!record) throw new Problem(404, `There is no record ${id}.`);
    return JSON.stringify({ id: number, name: record.name });
  }

  async close() {
    for (const connection of this.#open) connection.end();
  }

  /**
   * @param {string} sql
   * @param {(string | number)[]} values
   * @returns {Promise<any>}
   */
  #ask(sql, values) {
    return answered(
      'MySQL',
      this.#turns.inTurn(() => this.#execute(sql, values)),
    );
  }

  /**
   * @param {string} sql
   * @param {(string | number)[]} values
   */
  async #execute(sql, values) {
    const connection = this.#idle.pop() ?? this.#connect();
    const answer = new Promise((resolve, reject) => {
      connection.execute(sql, values, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
    answer.catch(() => this.#drop(connection));
    const rows = await within(ANSWER_MILLIS, answer, () => this.#drop(connection));
    this.#idle.push(connection);
    return rows;
  }

  #connect() {
    const connection = /** @type {Connection} */ (
      require('mysql2').createConnection({
        uri: urlIn('MYSQL_URL'),
        connectTimeout: ANSWER_MILLIS,
        trace: false,
      })
    );
    this.#open.add(connection);
    connection.on('error', () => this.#drop(connection));
    connection.query(TABLE, () => {});
    return connection;
  }

  /** @param {Connection} connection */
  #drop(connection) {
    this.#open.delete(connection);
    this.#idle = this.#idle.filter((other) => other !== connection);
    connection.destroy();
    connection.stream.destroy();
  }
}

module.exports = { Records };
