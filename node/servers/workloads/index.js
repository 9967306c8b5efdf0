// What the workloads do, for every Node stack to map onto its framework.
'use strict';

const { discardRest } = require('./src/body');
const { upgradeRequired } = require('./src/echo');
const { hash } = require('./src/hash');
const { htmx } = require('./src/htmx');
const { refusalOf } = require('./src/paths');
const { badRequest, problemOf } = require('./src/problem');
const { queryOf } = require('./src/query');
const { refuseMalformed } = require('./src/refusals');
const { serve } = require('./src/server');

/** @typedef {import('./src/server').Work} Work */

const HELLO = 'Hello World!';
const HEALTH = '{"status":"up"}';

module.exports = {
  HELLO,
  HEALTH,
  badRequest,
  discardRest,
  hash,
  htmx,
  problemOf,
  queryOf,
  refusalOf,
  refuseMalformed,
  serve,
  upgradeRequired,
};
