// The messages workload: contents kept in MongoDB, over the driver's pool.
'use strict';

const { MongoClient, ObjectId } = require('mongodb');
const { invalid, textOf } = require('./checks');
const { Refusal } = require('./refusal');
const { ANSWER_MILLIS, answered, notConfigured } = require('./service');

const CONTENT_CODE_POINTS_MAX = 255;
const ID = /^[0-9a-f]{24}$/;

/** @typedef {{ id: string, content: string, createdAt: Date }} Message */

class Messages {
  #client;

  /**
   * @param {string | undefined} url of MongoDB
   * @param {number} connections at most
   */
  constructor(url, connections) {
    if (!url) return;
    this.#client = new MongoClient(url, {
      maxPoolSize: connections,
      connectTimeoutMS: ANSWER_MILLIS,
      serverSelectionTimeoutMS: ANSWER_MILLIS,
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
    const { insertedId } = await answered('MongoDB', this.#messages.insertOne({ ...message }));
    return { id: insertedId.toHexString(), ...message };
  }

  /**
   * @param {string} id
   * @returns {Promise<Message>}
   * @throws {Refusal}
   */
  async one(id) {
    if (!ID.test(id)) throw invalid('id must be 24 lower-case hexadecimal digits.');
    const _id = new ObjectId(id);
    const message = await answered('MongoDB', this.#messages.findOne({ _id }));
    if (!message) throw new Refusal('missing', `There is no message ${id}.`);
    return { id, content: message.content, createdAt: message.createdAt };
  }

  async close() {
    await this.#client?.close();
  }

  get #messages() {
    if (!this.#client) throw notConfigured('MongoDB');
    return this.#client.db().collection('messages');
  }
}

module.exports = { Messages };
