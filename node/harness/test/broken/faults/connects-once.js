/** Has one client for MongoDB, which never connects again once its first attempt failed. */
'use strict';

const { MongoClient } = require('mongodb');
const { messagesOver, OPTIONS } = require('../honest/messages');
const { serve } = require('../honest/serve');

const client = new MongoClient(process.env.MONGODB_URL ?? '', OPTIONS);
// Whoever asks is told.
client.connect().catch(() => {});

serve({ messages: messagesOver(async () => client) });
