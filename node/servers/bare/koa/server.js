// The getting-started server of Koa, as its documentation has it, with a route for each workload.
'use strict';

const Koa = require('koa');
const { client } = require('../cache');
const { hashOf } = require('../hash');

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

const app = new Koa();

app.use(async (ctx) => {
  if (ctx.path === '/hello') ctx.body = 'Hello World!';
  else if (ctx.path === '/hash') ctx.body = hashOf(String(ctx.query.input));
  else if (ctx.path.startsWith('/cache/')) await answerCache(ctx);
  else if (ctx.path === '/health') ctx.body = { status: 'up' };
});

/** @param {Koa.Context} ctx */
async function answerCache(ctx) {
  const key = ctx.path.slice('/cache/'.length);
  if (ctx.method === 'PUT') {
    let value = '';
    for await (const chunk of ctx.req.setEncoding('utf8')) value += chunk;
    await client.set(key, value);
    ctx.status = 204;
  } else {
    const value = await client.get(key);
    if (value !== null) ctx.body = value;
  }
}

const server = app.listen(Number(PORT), HOST);
process.on('SIGTERM', () => server.close(() => process.exit(0)));
