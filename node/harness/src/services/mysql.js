/** MySQL or MariaDB: how it is asked, and how it is started with an empty database. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/** The user, the password and the database of those that we start; they listen on loopback alone. */
const OURS = 'loadline';
/**
 * Each stack may hold 64 connections, and two stacks are checked at once; a client that leaves in the middle
 * of its handshake, as many do when a service goes down, must not shut out its host. Written to the disk once a
 * second: what was committed outlives the program, and the disk's delays are not measured.
 */
const OPTIONS = [
  '--skip-name-resolve',
  '--max-connections=500',
  '--max-connect-errors=1000000',
  '--innodb-flush-log-at-trx-commit=2',
];

/** Run at the server's start, one statement a line. */
const SET_UP = [
  `CREATE DATABASE IF NOT EXISTS ${OURS};`,
  `CREATE USER IF NOT EXISTS '${OURS}'@'%' IDENTIFIED BY '${OURS}';`,
  `GRANT ALL ON ${OURS}.* TO '${OURS}'@'%';`,
  '',
].join('\n');

/** @type {import('./kinds').Kind} */
const mysql = {
  connect,
  url: (address) => `mysql://${OURS}:${OURS}@${address}/${OURS}`,
  command,
  container: {
    environment: {
      MARIADB_ROOT_PASSWORD: OURS,
      MARIADB_DATABASE: OURS,
      MARIADB_USER: OURS,
      MARIADB_PASSWORD: OURS,
    },
    command: OPTIONS,
  },
};

/**
 * @param {string} url
 * @param {number} timeoutMillis
 * @returns {Promise<import('./kinds').Client>}
 */
async function connect(url, timeoutMillis) {
  // It takes long to load, and few commands need it.
  const { createConnection } = require('mysql2/promise');
  const connection = await createConnection({ uri: url, connectTimeout: timeoutMillis });
  // The statement that fails of it says so too.
  connection.on('error', () => {});
  const rows = async (/** @type {string} */ sql) => {
    const [found] = await connection.query({ sql, timeout: timeoutMillis });
    return /** @type {any[]} */ (found);
  };
  return {
    ping: () => rows('SELECT 1'),
    product: async () => productOf((await rows('SELECT VERSION() AS version'))[0].version),
    counts: async () =>
      countsOf(
        await rows("SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_select', 'Com_insert')"),
      ),
    close: () => connection.destroy(),
  };
}

/** @param {string} version such as `10.11.6-MariaDB-0+deb12u1` */
function productOf(version) {
  const [number] = version.split('-');
  return `${version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${number}`;
}

/**
 * @param {{ Variable_name: string, Value: string }[]} rows
 * @returns {import('./services').Counts}
 */
function countsOf(rows) {
  const value = (/** @type {string} */ name) =>
    Number(rows.find(({ Variable_name }) => Variable_name === name)?.Value ?? 0);
  return { reads: value('Com_select'), writes: value('Com_insert') };
}

/**
 * @param {string} program
 * @param {import('./kinds').Place} place
 */
async function command(program, { folder, port, run }) {
  const data = path.join(folder, 'data');
  const setUp = path.join(folder, 'set-up.sql');
  fs.writeFileSync(setUp, SET_UP);
  fs.mkdirSync(path.join(folder, 'tmp'));
  // As root it starts only when it is told that this is meant.
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  await run([...(await installation(program, data, run)), ...user]);
  return [
    program,
    '--no-defaults',
    `--datadir=${data}`,
    `--tmpdir=${path.join(folder, 'tmp')}`,
    `--socket=${path.join(folder, 'socket')}`,
    `--pid-file=${path.join(folder, 'pid')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--init-file=${setUp}`,
    ...OPTIONS,
    ...user,
  ];
}

/**
 * MariaDB comes with a script that makes its system tables, MySQL makes them itself.
 *
 * @param {string} program
 * @param {string} data
 * @param {import('./kinds').Place['run']} run
 * @returns {Promise<string[]>}
 */
async function installation(program, data, run) {
  const version = await run([program, '--no-defaults', '--version']);
  if (!version.includes('MariaDB')) {
    return [program, '--no-defaults', '--initialize-insecure', `--datadir=${data}`];
  }
  const options = ['--auth-root-authentication-method=normal', '--skip-test-db'];
  return ['mariadb-install-db', '--no-defaults', `--datadir=${data}`, ...options];
}

module.exports = mysql;
