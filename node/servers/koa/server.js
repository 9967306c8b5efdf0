// The stack node/koa: Koa 3 with its router, started as its guide has it.
'use strict';

const http = require('node:http');
const Koa = require('koa');
const { serve } = require('@loadline/workloads/http');
const { problems, strictQuery } = require('./middleware');
const { createRouter } = require('./routes');

serve((work) => {
  const app = new Koa();
  strictQuery(app);
  const router = createRouter(work);
  app.use(problems);
  app.use(router.routes());
  app.use(router.allowedMethods());
  app.on('error', tell);
  return http.createServer(app.callback());
});

/**
 * Koa by itself prints every connection that a client breaks off.
 * @param {Error} error
 * @param {Koa.Context} ctx
 */
function tell(error, ctx) {
  if (!ctx.socket.destroyed) console.error(error);
}
