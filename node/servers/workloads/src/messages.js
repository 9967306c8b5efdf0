// The messages workload: contents kept in MongoDB, over the driver's pool.
'use strict';

const { invalid, textOf } = require('./checks');
const { Refusal } = require('./refusal');
const { ANSWER_MILLIS, CONNECT_MILLIS, answered, notConfigured } = require('./service');

const CONTENT_CODE_POINTS_MAX = 255;
const ID = /^[0-9a-f]{24}$/;
/** Loaded by those who use it: a service's driver takes longer to load than the rest of a server. */
const driver = () => require('mongodb');

/** @typedef {{ id: string, content: string, createdAt: Date }} Message */

class Messages {
  #client;

  /**
   * @param {string | undefined} url of MongoDB
   * @param {number} connections at most
   */
  constructor(url, connections) {
    if (!url) return;
    this.#client = new (driver().MongoClient)(url, {
      maxPoolSize: connections,
      connectTimeoutMS: ANSWER_MILLIS,
      serverSelectionTimeoutMS: CONNECT_MILLIS,
      waitQueueTimeoutMS: ANSWER_MILLIS,
      socketTimeoutMS: ANSWER_MILLIS,
    });
  }

  /**
   * @param {unknown} content
   * @returns {Promise<Message>}
   * @throws {Refusal}
   */
  async add(content) {
    const message = {
      content: textOf('content', content, CONTENT_CODE_POINTS_MAX),
      createdAt: new Date(),
    };
    const { insertedId } = await this.#ask((messages) => messages.insertOne({ ...message }));
    return { id: insertedId.toHexString(), ...message };
  }

  /**
   * @param {string} id
   * @returns {Promise<Message>}
   * @throws {Refusal}
   */
  async one(id) {
    if (!ID.test(id)) throw invalid('id must be 24 lower-case hexadecimal digits.');
    const _id = new (driver().ObjectId)(id);
    const message = await this.#ask((messages) => messages.findOne({ _id }));
    if (!message) throw new Refusal('missing', `There is no message ${id}.`);
    return { id, content: message.content, createdAt: message.createdAt };
  }

  async close() {
    await this.#client?.close();
  }

  /**
   * @template T
   * @param {(messages: import('mongodb').Collection) => Promise<T>} command
   * @returns {Promise<T>}
   */
  async #ask(command) {
    const client = this.#client;
    if (!client) throw notConfigured('MongoDB');
    // Costs nothing once it is connected; a client that failed to connect never would by itself.
    const connected = client.connect();
    return answered(
      'MongoDB',
      connected.then(() => command(client.db().collection('messages'))),
    );
  }
}

module.exports = { Messages };
