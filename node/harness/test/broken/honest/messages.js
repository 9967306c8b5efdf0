/** Keeps messages in MongoDB. */
'use strict';

const { asked, WAIT_MILLIS } = require('./service');

/** @typedef {import('mongodb').MongoClient} Client */
/** @typedef {{ id: string, content: string, createdAt: Date }} Message */
/** @typedef {{ add(content: string): Promise<Message>, find(id: string): Promise<Message | null> }} Messages */

const CONNECTIONS = 8;
const HEARTBEAT_MILLIS = 500;

/** @type {import('mongodb').MongoClientOptions} */
const OPTIONS = {
  maxPoolSize: CONNECTIONS,
  retryWrites: false,
  retryReads: false,
  connectTimeoutMS: WAIT_MILLIS,
  serverSelectionTimeoutMS: WAIT_MILLIS,
  waitQueueTimeoutMS: WAIT_MILLIS,
  heartbeatFrequencyMS: HEARTBEAT_MILLIS,
};

/** @type {Promise<Client> | null} */
let connecting = null;

/** @returns {Promise<Client>} one for all, once it has found its service */
function connected() {
  const url = process.env.MONGODB_URL;
  if (url === undefined) throw new Error('there is no MONGODB_URL');
  const { MongoClient } = require('mongodb');
  connecting ??= new MongoClient(url, OPTIONS).connect().catch((error) => {
    // A client whose first attempt failed never connects again.
    connecting = null;
    throw error;
  });
  return connecting;
}

/**
 * @param {() => Promise<Client>} connect
 * @returns {Messages}
 */
function messagesOver(connect) {
  /** @returns {Promise<import('mongodb').Collection>} */
  const collection = async () => (await connect()).db().collection('messages');
  return {
    add: (content) =>
      asked('MongoDB', async () => {
        const createdAt = new Date();
        const { insertedId } = await (await collection()).insertOne({ content, createdAt });
        return { id: insertedId.toHexString(), content, createdAt };
      }),
    find: (id) =>
      asked('MongoDB', async () => {
        const { ObjectId } = require('mongodb');
        const found = await (await collection()).findOne({ _id: new ObjectId(id) });
        return found && { id, content: found.content, createdAt: found.createdAt };
      }),
  };
}

const messages = messagesOver(connected);

module.exports = { messages, messagesOver, OPTIONS };
