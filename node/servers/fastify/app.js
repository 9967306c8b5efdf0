// The application of node/fastify: its settings, its errors, and strictness where Fastify repairs queries.
'use strict';

const fastify = require('fastify');
const createError = require('http-errors');
const { PROBLEM_TYPE, problemOf, refuseRepaired } = require('@loadline/workloads/http');
const { takeStreams } = require('./bodies');
const { routes } = require('./routes');

/**
 * @typedef {import('fastify').FastifyInstance} App
 * @typedef {import('fastify').FastifyRequest} Request
 * @typedef {import('fastify').FastifyReply} Reply
 */

/** @param {import('@loadline/workloads').Work} work */
async function createServer(work) {
  const app = fastify({
    bodyLimit: 64 * 1024,
    frameworkErrors: refuse,
    // A number is no text, and two texts are no one text.
    ajv: { customOptions: { coerceTypes: false } },
    // Ids that are too long are refused by their schema.
    routerOptions: { maxParamLength: 1024 },
  });
  app.addHook('onRequest', refuseRepairedQuery);
  app.setErrorHandler(refuse);
  app.setNotFoundHandler(({ url }) => {
    throw createError(404, `There is nothing at ${url}.`);
  });
  // Only the plugins that read bodies have parsers.
  takeStreams(app);
  const methodsOf = collectMethods(app);
  await app.register(routes, work);
  refuseOtherMethods(app, methodsOf);
  await app.ready();
  return app.server;
}

/**
 * Fastify's own parser repairs what is malformed, and joins what is repeated.
 * @type {import('fastify').onRequestHookHandler}
 */
function refuseRepairedQuery({ url, query }, _, done) {
  const start = url.indexOf('?');
  if (start !== -1) refuseRepaired(url.slice(start + 1), /** @type {object} */ (query));
  done();
}

/**
 * @param {App} app
 * @returns {Map<string, string[]>} the methods of each path, as its routes are added
 */
function collectMethods(app) {
  const methodsOf = new Map();
  app.addHook('onRoute', ({ method, url }) => {
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), method].flat());
  });
  return methodsOf;
}

/**
 * Fastify answers 404 where a path is known by other methods.
 * @param {App} app
 * @param {Map<string, string[]>} methodsOf
 */
function refuseOtherMethods(app, methodsOf) {
  for (const [url, methods] of [...methodsOf]) {
    const headers = { Allow: methods.join(', ') };
    app.route({
      method: app.supportedMethods.filter((method) => !methods.includes(method)),
      url,
      exposeHeadRoute: false,
      // Before a body is looked at.
      onRequest({ method }) {
        throw createError(405, `${method} is not among ${headers.Allow}.`, { headers });
      },
      handler() {},
    });
  }
}

/**
 * @param {any} error
 * @param {Request} _
 * @param {Reply} reply
 */
function refuse(error, _, reply) {
  if (reply.raw.closed) return;
  const problem = problemOf(error);
  reply
    .code(problem.status)
    .headers(error.headers ?? {})
    .type(PROBLEM_TYPE)
    .send(problem);
}

module.exports = { createServer };
