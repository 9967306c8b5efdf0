// The upload workload: a body streamed to a file of its own and hashed on the way.
'use strict';

const { createHash, randomUUID } = require('node:crypto');
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { finished } = require('node:stream/promises');
const v8 = require('node:v8');
const { MIB, announcedBytes, askForBody } = require('./body');
const { Abandoned, Problem } = require('./problem');

const BYTES_MAX = 128 * MIB;
/** How much may wait for the disk before the client has to wait. */
const WAITING_BYTES_MAX = 2 * MIB;

// The chunks of a body lie outside V8's heap and count all the same. Left to itself, V8 marks a
// small heap anew with every 32 MiB of them: 100 MiB took 270 ms on one core, with room to grow
// 215 ms, and no more memory.
v8.setFlagsFromString('--heap-growing-percent=400');

/**
 * @typedef {object} Uploaded
 * @property {number} bytes
 * @property {string} md5 in hex
 */

class Uploads {
  /** @type {Set<Promise<Uploaded>>} */
  #open = new Set();

  /**
   * @param {import('node:http').IncomingMessage} request
   * @returns {Promise<Uploaded>} once the file is gone again
   * @throws {Problem} 413 for too large a body
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

  /** Waits until no upload has a file any more. */
  async settled() {
    await Promise.allSettled(this.#open);
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function receive(request) {
  if (announcedBytes(request) > BYTES_MAX) throw tooLarge();
  const name = path.join(os.tmpdir(), `loadline-upload-${randomUUID()}`);
  const file = await fs.open(name, 'wx', 0o600);
  try {
    askForBody(request);
    return await store(request, file);
  } finally {
    await file.close();
    await fs.unlink(name);
  }
}

/**
 * Each chunk is hashed here while a thread of the pool writes those before it: faster than handing
 * it to a hashing thread, and a chunk (64 KiB) holds up the event loop for a tenth of a millisecond.
 * @param {import('node:http').IncomingMessage} request
 * @param {fs.FileHandle} file
 * @returns {Promise<Uploaded>}
 */
async function store(request, file) {
  const hash = createHash('md5');
  const sink = file.createWriteStream({ highWaterMark: WAITING_BYTES_MAX });
  const stored = finished(sink);
  sink.on('drain', () => request.resume());
  let bytes = 0;
  const received = eachChunk(request, (chunk) => {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw tooLarge();
    hash.update(chunk);
    if (!sink.write(chunk)) request.pause();
  }).then(
    () => sink.end(),
    (error) => sink.destroy(error),
  );
  await Promise.all([stored, received]);
  return { bytes, md5: hash.digest('hex') };
}

/**
 * Unlike `pipeline` or `for await`, leaves the request and its connection alive when `take` throws.
 * @param {import('node:http').IncomingMessage} request
 * @param {(chunk: Buffer) => void} take
 * @returns {Promise<void>}
 */
function eachChunk(request, take) {
  return new Promise((resolve, reject) => {
    if (request.destroyed) throw new Abandoned();
    /** @param {Buffer} chunk */
    const onData = (chunk) => {
      try {
        take(chunk);
      } catch (error) {
        request.off('data', onData);
        request.pause();
        reject(error);
      }
    };
    request.on('data', onData);
    request.once('end', resolve);
    request.once('error', () => reject(new Abandoned()));
    request.once('close', () => reject(new Abandoned()));
  });
}

const tooLarge = () => new Problem(413, `An upload may have at most ${BYTES_MAX} bytes.`);

module.exports = { Uploads };
