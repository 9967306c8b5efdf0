// How node/fastify reads bodies: each plugin registers the parser of what its routes take, and no other.
'use strict';

const formbody = require('@fastify/formbody');
const { parametersOf, refuseOtherThanUtf8 } = require('@loadline/workloads/http');

/** @typedef {import('fastify').FastifyInstance<any, any, any, any, any>} App */

/**
 * Leaves a body of any type to the handler, which streams it.
 * @param {App} app
 */
function takeStreams(app) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, __, done) => done(null));
}

/** @param {App} app */
function takeBytes(app) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes));
}

/** @param {App} app */
function takeForms(app) {
  app.removeAllContentTypeParsers();
  app.register(formbody, { parser: parametersOf });
}

/** @param {App} app */
function takeJson(app) {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    refuseOtherThanUtf8(/** @type {Buffer} */ (bytes));
    parse(request, bytes.toString(), done);
  });
}

module.exports = { takeBytes, takeForms, takeJson, takeStreams };
