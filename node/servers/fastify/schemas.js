// The schemas of node/fastify: what requests must be like, and how answers are serialized.
'use strict';

const text = { type: 'string' };
const number = { type: 'integer' };

/** @param {Record<string, object>} properties all of which must be there */
const all = (properties) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** @param {Record<string, object>} properties any of which may be there */
const any = (properties) => ({ type: 'object', properties });

const digits = { type: 'string', pattern: '^\\d{1,15}$' };
const key = { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,128}$' };
const name = { type: 'string', pattern: '\\S', maxLength: 255 };

const record = all({ id: number, name: text });
const message = all({
  id: text,
  content: text,
  createdAt: { type: 'string', format: 'date-time' },
});

module.exports = {
  hash: { querystring: all({ input: text }) },
  fibonacci: { querystring: all({ n: digits }) },
  upload: { response: { 200: all({ bytes: number, md5: text }) } },
  todos: { querystring: any({ q: text }) },
  addTodo: { body: all({ description: text }) },
  todo: { params: all({ id: digits }) },
  changeTodo: { params: all({ id: digits }), body: any({ description: text, done: text }) },
  cache: { params: all({ key }) },
  addRecord: { body: all({ name }), response: { 201: record } },
  record: { params: all({ id: digits }), response: { 200: record } },
  addMessage: { body: all({ content: name }), response: { 201: message } },
  message: {
    params: all({ id: { type: 'string', pattern: '^[0-9a-f]{24}$' } }),
    response: { 200: message },
  },
  stream: { querystring: all({ id: key, items: digits, size: digits }) },
  signals: {
    params: all({ id: key }),
    response: { 200: all({ produced: number, pauses: number, state: text }) },
  },
  health: { response: { 200: all({ status: text }) } },
};
