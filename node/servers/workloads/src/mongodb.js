// The connections to MongoDB: the driver's pool, opened by the first request that needs it.
'use strict';

const { ANSWER_MILLIS, CONNECT_MILLIS, Service, given, within } = require('./service');
const { Turns } = require('./turns');

/** How soon a service that is back is noticed. */
const HEARTBEAT_MILLIS = 1_000;

/**
 * @typedef {import('mongodb').MongoClient} MongoClient
 * @typedef {object} Message
 * @property {import('mongodb').ObjectId} [_id]
 * @property {string} content
 * @property {Date} createdAt
 * @typedef {import('mongodb').Collection<Message>} Messages
 */

class MongoDb {
  #service = new Service('MongoDB');
  #url;
  #connections;
  #turns;
  /** @type {MongoClient | undefined} */
  #client;
  /** @type {Messages | undefined} */
  #messages;

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
   * @template T
   * @param {(messages: Messages) => Promise<T>} command
   * @returns {Promise<T>}
   * @throws {Problem} 503
   */
  ask(command) {
    // Each of the driver's time-outs bounds one part of the way, and frees what was used for it.
    const ask = () => within(ANSWER_MILLIS, this.#ask(command));
    return this.#service.answer(this.#turns.inTurn(ask));
  }

  async close() {
    await this.#client?.close();
  }

  /**
   * @template T
   * @param {(messages: Messages) => Promise<T>} command
   */
  async #ask(command) {
    const client = (this.#client ??= createClient(
      given(this.#url, 'MONGODB_URL'),
      this.#connections,
    ));
    // Costs nothing once it is connected; a client that failed to connect never would by itself.
    await client.connect();
    return command((this.#messages ??= client.db().collection('messages')));
  }
}

/**
 * @param {string} url
 * @param {number} maxPoolSize
 * @returns {MongoClient}
 */
function createClient(url, maxPoolSize) {
  // Loaded by those who need it: a server that has no messages shall not be larger for it.
  const { MongoClient } = require('mongodb');
  return new MongoClient(url, {
    maxPoolSize,
    connectTimeoutMS: ANSWER_MILLIS,
    serverSelectionTimeoutMS: CONNECT_MILLIS,
    waitQueueTimeoutMS: ANSWER_MILLIS,
    socketTimeoutMS: ANSWER_MILLIS,
    heartbeatFrequencyMS: HEARTBEAT_MILLIS,
    // A stream of heartbeats would be missed only after its own ten seconds.
    serverMonitoringMode: 'poll',
    retryReads: false,
    retryWrites: false,
  });
}

module.exports = { MongoDb };
