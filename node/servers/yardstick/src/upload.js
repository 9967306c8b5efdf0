// The upload workload: a body streamed to a file of its own and hashed on the way.
'use strict';

const { createHash, randomUUID } = require('node:crypto');
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { finished } = require('node:stream/promises');
const { MIB, askForBody } = require('./body');
const { Abandoned, Problem } = require('./problem');

const BYTES_MAX = 128 * MIB;

/** @typedef {{ bytes: number, md5: string }} Uploaded */

class Uploads {
  /** @type {Set<Promise<Uploaded>>} */
  #open = new Set();

  /**
   * @param {import('node:http').IncomingMessage} request
   * @returns {Promise<Uploaded>}
   */
  async receive(request) {
    const upload = receive(request);
    this.#open.add(upload);
    try {
      return await upload;
    } finally {
      this.#open.delete(upload);
    }
  }

  async settled() {
    await Promise.allSettled(this.#open);
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function receive(request) {
  if (Number(request.headers['content-length'] ?? 0) > BYTES_MAX) throw tooLarge();
  const name = path.join(os.tmpdir(), `yardstick-${randomUUID()}`);
  const file = await fs.open(name, 'wx', 0o600);
  try {
    askForBody(request);
    return await store(request, file.createWriteStream({ highWaterMark: 2 * MIB }));
  } finally {
    await file.close();
    await fs.unlink(name);
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:fs').WriteStream} sink
 * @returns {Promise<Uploaded>}
 */
async function store(request, sink) {
  const hash = createHash('md5');
  let bytes = 0;
  const stored = finished(sink);
  /** @param {Buffer} chunk */
  const onData = (chunk) => {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) {
      request.off('data', onData).pause();
      sink.destroy(tooLarge());
      return;
    }
    hash.update(chunk);
    if (!sink.write(chunk)) request.pause();
  };
  sink.on('drain', () => request.resume());
  request.on('data', onData);
  request.once('end', () => sink.end());
  request.once('error', () => sink.destroy(new Abandoned()));
  if (request.destroyed) sink.destroy(new Abandoned());
  await stored;
  return { bytes, md5: hash.digest('hex') };
}

const tooLarge = () => new Problem(413, `An upload may have at most ${BYTES_MAX} bytes.`);

module.exports = { Uploads };
