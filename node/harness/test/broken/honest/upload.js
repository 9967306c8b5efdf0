/** Streams a body into a file of its own and hashes it on the way. */
'use strict';

const { createHash, randomUUID } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Problem } = require('./problem');

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {{ update(chunk: Buffer): unknown, digest(encoding: 'hex'): string }} Digest */

const MAX_BYTES = 128 * 1024 * 1024;

/** @type {Set<string>} */
const inFlight = new Set();
// Whoever is still sending when the time to stop has run out leaves no file either.
process.once('exit', () => inFlight.forEach((name) => fs.rmSync(name, { force: true })));

/**
 * @param {IncomingMessage} request
 * @returns {boolean} whether it announces more than may be sent
 */
function announcesTooMuch(request) {
  return Number(request.headers['content-length'] ?? 0) > MAX_BYTES;
}

/**
 * @param {IncomingMessage} request
 * @param {Digest} [digest]
 * @returns {Promise<{ bytes: number, md5: string }>}
 */
async function receiveUpload(request, digest = createHash('md5')) {
  if (announcesTooMuch(request)) throw tooLarge();
  const name = temporaryFile();
  const file = await fs.promises.open(name, 'wx');
  inFlight.add(name);
  try {
    return await save(request, file, digest);
  } finally {
    await file.close();
    await fs.promises.rm(name);
    inFlight.delete(name);
  }
}

/** @returns {string} */
function temporaryFile() {
  return path.join(os.tmpdir(), `upload-${randomUUID()}`);
}

/**
 * @param {IncomingMessage} request
 * @param {import('node:fs').promises.FileHandle} file
 * @param {Digest} digest
 * @returns {Promise<{ bytes: number, md5: string }>}
 */
async function save(request, file, digest) {
  let bytes = 0;
  // The request must outlive a refusal: with it goes the connection that the answer needs.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    digest.update(chunk);
    await file.writeFile(chunk);
  }
  return { bytes, md5: digest.digest('hex') };
}

/** @returns {Problem} */
function tooLarge() {
  return new Problem(413, `A body may have ${MAX_BYTES} bytes.`);
}

module.exports = { receiveUpload, announcesTooMuch, temporaryFile };
