// The connections to MySQL: a pool that fills as requests need it, with the table behind each.
'use strict';

const { ANSWER_MILLIS, Service, given, within } = require('./service');
const { Turns } = require('./turns');

const TABLE = `
  CREATE TABLE IF NOT EXISTS records (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
  )`;

/**
 * So many connections are opened at once. Thirty of them, for a crowd, take so long together on a busy machine
 * that none is ready in time; and a few that are ready work off most of the crowd before more are needed.
 */
const OPENED_AT_ONCE = 2;

/**
 * @typedef {import('mysql2').Pool} Pool
 * @typedef {import('mysql2').PoolConnection} Connection
 */

class MySql {
  #service = new Service('MySQL');
  #url;
  #connections;
  #turns;
  #openings = new Turns(OPENED_AT_ONCE);
  /** @type {Pool | undefined} */
  #pool;

  /**
   * @param {string | undefined} url
   * @param {number} connections at most
   */
  constructor(url, connections) {
    this.#url = url;
    this.#connections = connections;
    this.#turns = new Turns(connections);
  }

  /**
   * Executes a prepared statement once; what may have been executed is not sent again.
   * @param {string} sql
   * @param {(string | number)[]} values of its parameters
   * @returns {Promise<any>} rows, or what became of an insertion
   * @throws {Problem} 503
   */
  ask(sql, values) {
    return this.#service.answer(this.#ask(sql, values));
  }

  /** @returns {Promise<void>} */
  close() {
    return new Promise((resolve) => {
      if (this.#pool) this.#pool.end(() => resolve());
      else resolve();
    });
  }

  /**
   * The pool's own queue knows no time-out, so those who wait do it before they come to the pool.
   * @param {string} sql
   * @param {(string | number)[]} values
   */
  async #ask(sql, values) {
    const pool = (this.#pool ??= createPool(given(this.#url, 'MYSQL_URL'), this.#connections));
    return this.#turns.inTurn(async () => {
      // Also who needs none to be opened: whether the pool has one to give is seen by asking it.
      const { connection, end } = await this.#openings.inTurn(async () => ({
        end: performance.now() + ANSWER_MILLIS,
        connection: await connectionOf(pool),
      }));
      return execute(connection, sql, values, end - performance.now());
    });
  }
}

/**
 * @param {string} uri
 * @param {number} connectionLimit
 * @returns {Pool}
 */
function createPool(uri, connectionLimit) {
  // Loaded by those who need it: a server that has no records shall not be larger for it.
  const pool = require('mysql2').createPool({
    uri,
    connectionLimit,
    connectTimeout: ANSWER_MILLIS,
    // A stack trace of each caller, which nobody reads.
    trace: false,
  });
  pool.on('connection', (connection) => {
    // The pool's own listener hears one error, and an error that nobody hears ends the process.
    connection.on('error', () => {});
    // Whether the table is there is seen by the statement that follows.
    connection.query(TABLE, () => {});
  });
  return pool;
}

/**
 * @param {Pool} pool
 * @returns {Promise<Connection>}
 */
function connectionOf(pool) {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });
}

/**
 * @param {Connection} connection that is given back
 * @param {string} sql
 * @param {(string | number)[]} values
 * @param {number} millis
 */
async function execute(connection, sql, values, millis) {
  const answer = new Promise((resolve, reject) => {
    connection.execute(sql, values, (error, result) => (error ? reject(error) : resolve(result)));
  });
  try {
    return await within(millis, answer, () => cut(connection));
  } finally {
    connection.release();
  }
}

/**
 * The driver's way is to say goodbye, and to keep the socket until the other side does so too.
 * @param {Connection} connection that is busy with what was not answered
 */
function cut(connection) {
  connection.destroy();
  /** @type {Connection & { stream: import('node:net').Socket }} */ (connection).stream.destroy();
}

module.exports = { MySql };
