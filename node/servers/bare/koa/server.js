// The getting-started server of Koa, as its documentation has it, with three routes.
'use strict';

const Koa = require('koa');
const { hashOf } = require('../hash');

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

const app = new Koa();

app.use(async (ctx) => {
  if (ctx.path === '/hello') ctx.body = 'Hello World!';
  else if (ctx.path === '/hash') ctx.body = hashOf(String(ctx.query.input));
  else if (ctx.path === '/health') ctx.body = { status: 'up' };
});

const server = app.listen(Number(PORT), HOST);
process.on('SIGTERM', () => server.close(() => process.exit(0)));
