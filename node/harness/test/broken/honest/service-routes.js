/** The requests of the honest server that need a backing service. */
'use strict';

const { answer, answerJson, TEXT } = require('./answer');
const { decodeUtf8, receiveBody } = require('./body');
const { Problem } = require('./problem');

/** @typedef {import('./routes').Call} Call */
/** @typedef {import('./messages').Message} Message */

const KEY = /^[A-Za-z0-9_.:-]{1,128}$/;
const ID_OF_RECORD = /^[0-9]{1,15}$/;
const ID_OF_MESSAGE = /^[0-9a-f]{24}$/;

/** @type {import('./routes').Route[]} */
const serviceRoutes = [
  { path: /^\/cache\/([^/]+)$/, methods: { GET: answerValue, PUT: answerNewValue } },
  { path: /^\/records$/, methods: { POST: answerNewRecord } },
  { path: /^\/records\/([^/]+)$/, methods: { GET: answerRecord } },
  { path: /^\/messages$/, methods: { POST: answerNewMessage } },
  { path: /^\/messages\/([^/]+)$/, methods: { GET: answerMessage } },
];

/**
 * @param {string} id
 * @param {RegExp} pattern
 * @returns {string}
 */
function checkId(id, pattern) {
  if (!pattern.test(id)) throw new Problem(400, `The id must match ${pattern.source}.`);
  return id;
}

/**
 * @template T
 * @param {T | null} found
 * @returns {T}
 */
function present(found) {
  if (found === null) throw new Problem(404, 'There is nothing of this id.');
  return found;
}

/** @param {Call} call */
async function answerValue(call) {
  answer(call, TEXT, present(await call.parts.cache.get(checkId(call.id, KEY))));
}

/** @param {Call} call */
async function answerNewValue({ request, response, id, parts }) {
  const key = checkId(id, KEY);
  await parts.cache.put(key, decodeUtf8(await receiveBody(request)));
  response.writeHead(204).end();
}

/** @param {Call} call */
async function answerNewRecord(call) {
  const { request, parts } = call;
  const name = await parts.receiveText(request, 'name', parts);
  const id = await parts.records.add(name);
  answerJson(call, { id, name }, { status: 201, headers: { Location: `/records/${id}` } });
}

/** @param {Call} call */
async function answerRecord(call) {
  const id = Number(checkId(call.id, ID_OF_RECORD));
  answerJson(call, { id, name: present(await call.parts.records.find(id)) });
}

/** @param {Call} call */
async function answerNewMessage(call) {
  const { request, parts } = call;
  const message = await parts.messages.add(await parts.receiveText(request, 'content', parts));
  const headers = { Location: `/messages/${message.id}` };
  answerJson(call, shown(message, call), { status: 201, headers });
}

/** @param {Call} call */
async function answerMessage(call) {
  const message = await call.parts.messages.find(checkId(call.id, ID_OF_MESSAGE));
  answerJson(call, shown(present(message), call));
}

/**
 * @param {Message} message
 * @param {Call} call
 */
function shown({ id, content, createdAt }, { parts }) {
  return { id, content, createdAt: parts.timeText(createdAt) };
}

module.exports = { serviceRoutes };
