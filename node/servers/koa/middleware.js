// The middleware of node/koa: problems, and strictness where Koa's parsers repair what they read.
'use strict';

const { bodyParser } = require('@koa/bodyparser');
const getRawBody = require('raw-body');
const {
  PROBLEM_TYPE,
  parametersOf,
  problemOf,
  refuseOtherThanUtf8,
} = require('@loadline/workloads/http');

const limit = '64kb';

/**
 * @typedef {import('koa').Context} Context
 * @typedef {import('koa').Next} Next
 * @typedef {(ctx: Context, next: Next) => Promise<any>} Middleware
 */

/**
 * Answers with a problem where something failed, and where nothing answered.
 * @param {Context} ctx
 * @param {Next} next
 */
async function problems(ctx, next) {
  try {
    await next();
    if (ctx.status >= 400) ctx.throw(ctx.status);
  } catch (error) {
    // Nobody waits for the answer any more.
    if (ctx.socket.destroyed) return;
    const problem = problemOf(error);
    ctx.status = problem.status;
    ctx.set(/** @type {any} */ (error).headers ?? {});
    ctx.type = PROBLEM_TYPE;
    ctx.body = problem;
  }
}

/**
 * Gives `ctx.query` another parser, as koa-qs does: Koa's own repairs and joins.
 * @param {import('koa')} app
 */
function strictQuery(app) {
  Object.defineProperty(app.request, 'query', {
    get() {
      return parametersOf(this.querystring);
    },
  });
}

const jsonBody = strictBody(
  'application/json',
  bodyParser({ enableTypes: ['json'], jsonLimit: limit }),
);

const parseForm = strictBody(
  'application/x-www-form-urlencoded',
  bodyParser({ enableTypes: ['form'], formLimit: limit }),
);

/** @type {Middleware} */
const formBody = (ctx, next) =>
  parseForm(ctx, () => {
    parametersOf(ctx.request.rawBody);
    return next();
  });

/**
 * @param {string} type that the body must have
 * @param {Middleware} parse which makes U+FFFD of bytes that are not UTF-8
 * @returns {Middleware}
 */
function strictBody(type, parse) {
  return async (ctx, next) => {
    if (!ctx.is(type)) ctx.throw(415, `The body must be of type ${type}.`);
    /** @type {Buffer[]} */
    const chunks = [];
    /** @param {Buffer} chunk */
    const collect = (chunk) => chunks.push(chunk);
    ctx.req.on('data', collect);
    try {
      await parse(ctx, async () => {});
    } finally {
      ctx.req.off('data', collect);
    }
    refuseOtherThanUtf8(Buffer.concat(chunks));
    await next();
  };
}

/**
 * The body as bytes, whatever its type, which is what @koa/bodyparser has no parser for.
 * @param {Context} ctx
 * @param {Next} next
 */
async function rawBody(ctx, next) {
  ctx.request.body = await getRawBody(ctx.req, { length: ctx.request.length, limit });
  await next();
}

module.exports = { formBody, jsonBody, problems, rawBody, strictQuery };
