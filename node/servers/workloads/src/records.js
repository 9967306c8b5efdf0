// The records workload: names kept in MySQL, over the driver's pool.
'use strict';

const { idOf, textOf } = require('./checks');
const { Refusal } = require('./refusal');
const { ANSWER_MILLIS, answered, notConfigured } = require('./service');

const NAME_CODE_POINTS_MAX = 255;
const TABLE = `
  CREATE TABLE IF NOT EXISTS records (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
  )`;
/** Those that wait for a connection; any more are refused at once. */
const QUEUE_MAX = 2_000;
/** Loaded by those who use it: a service's driver takes longer to load than the rest of a server. */
const driver = () => require('mysql2');

/** @typedef {{ id: number, name: string }} MysqlRecord */

class Records {
  #pool;

  /**
   * @param {string | undefined} url of MySQL
   * @param {number} connections at most
   */
  constructor(url, connections) {
    if (url) this.#pool = createPool(url, connections);
  }

  /**
   * @param {unknown} name
   * @returns {Promise<MysqlRecord>}
   * @throws {Refusal}
   */
  async add(name) {
    const text = textOf('name', name, NAME_CODE_POINTS_MAX);
    const { insertId } = await this.#execute('INSERT INTO records (name) VALUES (?)', text);
    return { id: insertId, name: text };
  }

  /**
   * @param {unknown} id
   * @returns {Promise<MysqlRecord>}
   * @throws {Refusal}
   */
  async one(id) {
    const [record] = await this.#execute('SELECT id, name FROM records WHERE id = ?', idOf(id));
    if (!record) throw new Refusal('missing', `There is no record ${id}.`);
    return record;
  }

  async close() {
    await this.#pool?.promise().end();
  }

  /**
   * @param {string} sql
   * @param {string | number} value
   * @returns {Promise<any>} rows, or what became of an insertion
   */
  async #execute(sql, value) {
    if (!this.#pool) throw notConfigured('MySQL');
    const [result] = await answered('MySQL', this.#pool.promise().execute(sql, [value]));
    return result;
  }
}

/**
 * @param {string} uri
 * @param {number} connectionLimit
 */
function createPool(uri, connectionLimit) {
  const pool = driver().createPool({
    uri,
    connectionLimit,
    queueLimit: QUEUE_MAX,
    connectTimeout: ANSWER_MILLIS,
  });
  pool.on('connection', (connection) => {
    // The pool's own listener hears one error, and an error that nobody hears ends the process.
    connection.on('error', () => {});
    // An empty database will do, also one that came up later.
    connection.query(TABLE, () => {});
  });
  return pool;
}

module.exports = { Records };
