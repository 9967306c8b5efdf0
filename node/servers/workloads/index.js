// What the workloads do, without HTTP, for every Node stack to map onto its framework.
'use strict';

const { hash } = require('./src/hash');
const { htmx } = require('./src/htmx');
const { Refusal } = require('./src/refusal');
const { StreamRegistry } = require('./src/signals');
const { streamOf } = require('./src/streams');
const { createTodosFile } = require('./src/todos');
const { digest } = require('./src/upload');
const { Work } = require('./src/work');

const HELLO = 'Hello World!';
const HEALTH = { status: 'up' };

module.exports = {
  HELLO,
  HEALTH,
  Refusal,
  StreamRegistry,
  Work,
  createTodosFile,
  digest,
  hash,
  htmx,
  streamOf,
};
