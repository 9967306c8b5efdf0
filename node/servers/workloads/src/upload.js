// The upload workload: a stream written to a file of its own and hashed on the way.
'use strict';

const { createHash, randomUUID } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pipeline } = require('node:stream/promises');
const { Refusal } = require('./refusal');

const BYTES_MAX = 128 * 1024 * 1024;

/**
 * @param {import('node:stream').Readable} body
 * @param {number} [announcedBytes] what its sender says that it has
 * @returns {Promise<{ bytes: number, md5: string }>} once the file is gone again; MD5 in hex
 * @throws {Refusal} it is too large
 */
async function digest(body, announcedBytes = 0) {
  if (announcedBytes > BYTES_MAX) throw tooLarge();
  const file = path.join(os.tmpdir(), `loadline-upload-${randomUUID()}`);
  const hash = createHash('md5');
  let bytes = 0;
  async function* hashed() {
    // A pipeline destroys what it reads from when it fails, and with it the way of the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > BYTES_MAX) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(hashed, fs.createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    // Its sender reads the answer only after all was sent.
    body.resume();
    throw error;
  } finally {
    await fs.promises.rm(file, { force: true });
  }
  return { bytes, md5: hash.digest('hex') };
}

const tooLarge = () => new Refusal('too-large', `An upload has at most ${BYTES_MAX} bytes.`);

module.exports = { digest };
