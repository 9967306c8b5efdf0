// The messages workload: one driver's pool to MongoDB.
'use strict';

const { textIn } = require('./input');
const { Problem, badRequest } = require('./problem');
const {
  ANSWER_MILLIS,
  CONNECTIONS_MAX,
  CONNECT_MILLIS,
  Turns,
  answered,
  urlIn,
  within,
} = require('./service');

/** @typedef {{ _id?: import('mongodb').ObjectId, content: string, createdAt: Date }} Message */

class Messages {
  /** @type {import('mongodb').MongoClient | undefined} */
  #client;
  #turns = new Turns();

  /** @param {import('node:http').IncomingMessage} request */
  async add(request) {
    const content = await textIn(request, 'content');
    const createdAt = new Date();
    const { insertedId } = await this.#ask((all) => all.insertOne({ content, createdAt }));
    const id = insertedId.toHexString();
    return { id, json: JSON.stringify({ id, content, createdAt }) };
  }

  /**
   * @param {string} id
   * @returns {Promise<string>}
   */
  async one(id) {
    if (!/^[0-9a-f]{24}$/.test(id)) {
      throw badRequest('An id must be 24 lower-case hexadecimal digits.');
    }
    const message = await this.#ask((all) => {
      const { ObjectId } = require('mongodb');
      return all.findOne({ _id: new ObjectId(id) });
    });
    if (!message) throw new Problem(404, `There is no message ${id}.`);
    return JSON.stringify({ id, content: message.content, createdAt: message.createdAt });
  }

  async close() {
    await this.#client?.close();
  }

  /**
   * @template T
   * @param {(all: import('mongodb').Collection<Message>) => Promise<T>} command
   * @returns {Promise<T>}
   */
  #ask(command) {
    const ask = () => within(ANSWER_MILLIS, this.#execute(command));
    return answered('MongoDB', this.#turns.inTurn(ask));
  }

  /**
   * @template T
   * @param {(all: import('mongodb').Collection<Message>) => Promise<T>} command
   */
  async #execute(command) {
    this.#client ??= open();
    await this.#client.connect();
    return command(this.#client.db().collection('messages'));
  }
}

function open() {
  const { MongoClient } = require('mongodb');
  return new MongoClient(urlIn('MONGODB_URL'), {
    maxPoolSize: CONNECTIONS_MAX,
    connectTimeoutMS: ANSWER_MILLIS,
    serverSelectionTimeoutMS: CONNECT_MILLIS,
    waitQueueTimeoutMS: ANSWER_MILLIS,
    socketTimeoutMS: ANSWER_MILLIS,
    heartbeatFrequencyMS: 1_000,
    serverMonitoringMode: 'poll',
    retryReads: false,
    retryWrites: false,
  });
}

module.exports = { Messages };
