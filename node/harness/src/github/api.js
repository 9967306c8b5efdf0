/** Asks GitHub's interface, and reads no more of an answer than it may hold. */
'use strict';

const MILLIS_MAX = 60_000;
const BYTES_MAX = 8 * 1024 * 1024;
const SHOWN_CHARACTERS = 300;
const VERSION = '2022-11-28';

/** GitHub did not answer as it should: the message says what was asked. */
class GithubError extends Error {}

/** @typedef {{ method?: string, body?: object }} Asked */

class Api {
  /** @param {{ url: string, token: string }} access */
  constructor({ url, token }) {
    this.url = url.replace(/\/$/, '');
    this.token = token;
  }

  /**
   * @param {string} path within the interface, of parts that are encoded
   * @param {Asked} [asked]
   * @returns {Promise<any>} what the answer's JSON says
   * @throws {GithubError}
   */
  async json(path, asked = {}) {
    const bytes = await this.bytes(path, BYTES_MAX, asked);
    try {
      return JSON.parse(Buffer.from(bytes).toString('utf8'));
    } catch {
      throw new GithubError(`${path}: the answer is not JSON`);
    }
  }

  /**
   * @param {string} path
   * @param {number} bytesMax
   * @param {Asked} [asked]
   * @returns {Promise<Uint8Array>}
   * @throws {GithubError} also where there are more
   */
  async bytes(path, bytesMax, { method = 'GET', body } = {}) {
    const what = `${method} ${path}`;
    const request = {
      method,
      body: body && JSON.stringify(body),
      headers: this.#headers(),
      signal: AbortSignal.timeout(MILLIS_MAX),
    };
    const { ok, status, bytes } = await answerTo(`${this.url}${path}`, request, bytesMax).catch(
      (error) => {
        throw new GithubError(`${what}: ${error.cause?.message ?? error.message}`);
      },
    );
    if (ok) return bytes;
    const text = Buffer.from(bytes).toString('utf8').slice(0, SHOWN_CHARACTERS);
    throw new GithubError(`${what}: GitHub answered ${status}: ${text}`);
  }

  #headers() {
    return {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${this.token}`,
      'content-type': 'application/json',
      'user-agent': 'loadline',
      'x-github-api-version': VERSION,
    };
  }
}

/**
 * @param {string} url
 * @param {RequestInit} request
 * @param {number} bytesMax
 */
async function answerTo(url, request, bytesMax) {
  const { ok, status, body } = await fetch(url, request);
  const chunks = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > bytesMax) throw new Error(`the answer has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return { ok, status, bytes: Buffer.concat(chunks) };
}

module.exports = { Api, GithubError };
