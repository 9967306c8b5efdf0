// All the work of one process, with what it holds open.
'use strict';

const { Cache } = require('./cache');
const { Fibonacci } = require('./fibonacci');
const { Messages } = require('./messages');
const { Records } = require('./records');
const { StreamRegistry } = require('./signals');
const { Streams } = require('./streams');
const { Todos } = require('./todos');

/** To one service: of a process (mysql2's own default), and of all the processes of a server. */
const CONNECTIONS_MAX = 10;
const ALL_CONNECTIONS_MAX = 48;

class Work {
  /**
   * @param {NodeJS.ProcessEnv} urls of the services; the server does without those that are missing
   * @param {number} [processes] how many share the machine and the services
   * @param {import('./signals').Registry} [registry] of the streams of all of them
   * @param {string} [todosFile] with the todos of all of them
   */
  constructor(urls, processes = 1, registry = new StreamRegistry(), todosFile = undefined) {
    const share = Math.floor(ALL_CONNECTIONS_MAX / processes);
    const connections = Math.max(1, Math.min(CONNECTIONS_MAX, share));
    this.fibonacci = new Fibonacci(processes);
    this.todos = new Todos(todosFile);
    this.cache = new Cache(urls.REDIS_URL);
    this.records = new Records(urls.MYSQL_URL, connections);
    this.messages = new Messages(urls.MONGODB_URL, connections);
    this.streams = new Streams(registry);
  }

  /** Lets go of all that would keep the process alive. */
  async close() {
    await Promise.allSettled([
      this.fibonacci.close(),
      this.cache.close(),
      this.records.close(),
      this.messages.close(),
    ]);
  }
}

module.exports = { Work };
