/** A GitHub on loopback that knows one repository: its runs' artefacts, its pull requests and their comments. */
'use strict';

const http = require('node:http');

const TOKEN = 'a-token';
const BOT = { login: 'github-actions[bot]', type: 'Bot' };

/**
 * @typedef {{ method: string, url: string, authorization: string | undefined, body: any }} Asked
 *
 * @typedef {object} Known
 * @property {any[]} [artifacts]
 * @property {any[]} [pulls] all that are open, of any branch
 * @property {any[]} [comments] of any pull request
 * @property {Buffer} [zip]
 * @property {number} [status] with which everything is refused
 *
 * @typedef {object} Answer
 * @property {number} [status]
 * @property {Record<string, string>} [headers]
 * @property {unknown} [body]
 */

/**
 * @param {Known} known
 * @returns {Promise<{ url: string, asked: Asked[], stored: Asked[], stop: () => Promise<void> }>}
 */
async function startGithub(known) {
  /** @type {Asked[]} */
  const asked = [];
  /** @type {Asked[]} */
  const stored = [];
  // Artefacts lie elsewhere, where the token is none of their business.
  const store = await serve(stored, () => ({ body: known.zip ?? Buffer.alloc(0) }));
  const api = await serve(asked, (request) => answer(request, known, store.url));
  return {
    url: api.url,
    asked,
    stored,
    stop: async () => void (await Promise.all([api.stop(), store.stop()])),
  };
}

/**
 * @param {Asked} request
 * @param {Known} known
 * @param {string} store
 * @returns {Answer}
 */
function answer({ method, url }, { artifacts = [], pulls = [], comments = [], status }, store) {
  if (status) return { status, body: { message: 'Resource not accessible' } };
  const { pathname, searchParams } = new URL(url, 'http://github');
  const page = Number(searchParams.get('page') ?? 1);
  const perPage = Number(searchParams.get('per_page') ?? 30);
  const paged = (/** @type {any[]} */ all) => all.slice((page - 1) * perPage, page * perPage);
  if (method !== 'GET') return { status: method === 'POST' ? 201 : 200, body: { id: 1 } };
  if (pathname === '/repos/house/loadline/actions/runs/7/artifacts') {
    return { body: { total_count: artifacts.length, artifacts: paged(artifacts) } };
  }
  if (pathname.endsWith('/zip')) return { status: 302, headers: { location: `${store}/signed` } };
  if (pathname === '/repos/house/loadline/pulls') {
    const head = searchParams.get('head');
    return { body: paged(pulls.filter((each) => each.head.label === head)) };
  }
  if (pathname.endsWith('/comments')) return { body: paged(comments) };
  return { status: 404, body: { message: 'Not Found' } };
}

/**
 * @param {Asked[]} asked where requests are written down
 * @param {(request: Asked) => Answer} answerTo
 */
async function serve(asked, answerTo) {
  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url = '', headers } = request;
    const told = {
      method,
      url,
      authorization: headers.authorization,
      body: text && JSON.parse(text),
    };
    asked.push(told);
    const { status = 200, headers: more = {}, body = '' } = answerTo(told);
    response.writeHead(status, more);
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, stop };
}

module.exports = { BOT, TOKEN, startGithub };
