// The messages workload: contents inserted into MongoDB, and found.
'use strict';

const { textIn } = require('./document');
const { MongoDb } = require('./mongodb');
const { Problem, badRequest } = require('./problem');

const ID = /^[0-9a-f]{24}$/;

class Messages {
  #mongodb;

  /**
   * @param {string | undefined} url of MongoDB
   * @param {number} connections at most
   */
  constructor(url, connections) {
    this.#mongodb = new MongoDb(url, connections);
  }

  /**
   * @param {import('node:http').IncomingMessage} request with a JSON document
   * @returns {Promise<{ location: string, message: string }>} the message as JSON
   * @throws {Problem} 400, 413, 415 or 503
   */
  async add(request) {
    const content = await textIn(request, 'content');
    const createdAt = new Date();
    const { insertedId } = await this.#mongodb.ask((messages) =>
      messages.insertOne({ content, createdAt }),
    );
    const id = insertedId.toHexString();
    return { location: `/messages/${id}`, message: JSON.stringify({ id, content, createdAt }) };
  }

  /**
   * @param {string} id
   * @returns {Promise<string>} the message as JSON
   * @throws {Problem} 400, 404 or 503
   */
  async one(id) {
    if (!ID.test(id)) {
      throw badRequest('The id of a message must be 24 lower-case hexadecimal digits.');
    }
    const found = await this.#mongodb.ask((messages) => messages.findOne({ _id: idOf(id) }));
    if (!found) throw new Problem(404, `There is no message ${id}.`);
    const { content, createdAt } = found;
    return JSON.stringify({ id, content, createdAt });
  }

  close() {
    return this.#mongodb.close();
  }
}

/** @param {string} id asked for when the driver has been loaded */
const idOf = (id) => new (require('mongodb').ObjectId)(id);

module.exports = { Messages };
