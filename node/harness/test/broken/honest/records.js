/** Keeps records in MySQL. */
'use strict';

const { asked, inTime, WAIT_MILLIS } = require('./service');

/** @typedef {import('mysql2/promise').PoolConnection} Connection */
/** @typedef {{ add(name: string): Promise<number>, find(id: number): Promise<string | null> }} Records */

const CONNECTIONS = 8;
const TABLE = `CREATE TABLE IF NOT EXISTS records (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
)`;

const pool = process.env.MYSQL_URL === undefined ? null : openPool(process.env.MYSQL_URL);

/** @param {string} uri */
function openPool(uri) {
  const { createPool } = require('mysql2/promise');
  const opened = createPool({
    uri,
    charset: 'utf8mb4',
    connectionLimit: CONNECTIONS,
    connectTimeout: WAIT_MILLIS,
  });
  // Before anything else on this connection; whoever asks next is told if it cannot be done.
  opened.pool.on('connection', (connection) => connection.query(TABLE, () => {}));
  return opened;
}

/**
 * @template T
 * @param {(connection: Connection) => Promise<T>} use
 * @returns {Promise<T>}
 */
function withConnection(use) {
  return asked('MySQL', async () => {
    const connection = await acquire();
    try {
      const found = await inTime(use(connection));
      connection.release();
      return found;
    } catch (error) {
      // It may still be waiting for an answer, which is not to be the next one's.
      connection.destroy();
      throw error;
    }
  });
}

/** @returns {Promise<Connection>} */
async function acquire() {
  if (pool === null) throw new Error('there is no MYSQL_URL');
  const acquiring = pool.getConnection();
  try {
    return await inTime(acquiring);
  } catch (error) {
    // One that comes too late is not lost to the others.
    acquiring.then((connection) => connection.release()).catch(() => {});
    throw error;
  }
}

/** @type {Records} */
const records = {
  add: (name) =>
    withConnection(async (connection) => {
      const [result] = await connection.execute('INSERT INTO records (name) VALUES (?)', [name]);
      return /** @type {import('mysql2').ResultSetHeader} */ (result).insertId;
    }),
  find: (id) =>
    withConnection(async (connection) => {
      const [rows] = await connection.execute('SELECT name FROM records WHERE id = ?', [id]);
      return /** @type {{ name: string }[]} */ (rows)[0]?.name ?? null;
    }),
};

module.exports = { records, acquire, withConnection };
