/** A message of an echo load, with the frame that it goes out in: made once, for all connections. */
'use strict';

const { randomBytes } = require('node:crypto');
const { contentBytes } = require('../contracts/content');
const { shown } = require('./shown');

const FINAL = 0x80;
const TEXT = 0x01;
const BINARY = 0x02;
const MASKED = 0x80;
const MASK_BYTES = 4;
const SHORT_MAX = 125;
const LENGTH_OF_16_BITS = 126;
const LENGTH_OF_64_BITS = 127;

class EchoMessage {
  /** @param {Record<string, any>} content as in a contract */
  constructor(content) {
    this.binary = content.base64 !== undefined || content.fill !== undefined;
    this.data = contentBytes(content);
    /** Masked, as a client's must be. */
    this.frame = maskedFrame(this.binary ? BINARY : TEXT, this.data);
  }

  /**
   * @param {Buffer} data
   * @param {boolean} isBinary
   */
  isEchoedBy(data, isBinary) {
    return isBinary === this.binary && data.equals(this.data);
  }

  get shown() {
    return messageShown(this.data, this.binary);
  }
}

/**
 * A frame of RFC 6455, section 5.2. A new mask for each frame keeps pages in browsers from choosing the bytes on the wire.
 * Here whoever chooses the bytes writes them too, so that one mask a message will do; a server sees no difference.
 *
 * @param {number} opcode
 * @param {Buffer} data
 */
function maskedFrame(opcode, data) {
  const mask = randomBytes(MASK_BYTES);
  const masked = data.map((byte, at) => byte ^ mask[at % MASK_BYTES]);
  return Buffer.concat([Buffer.from([FINAL | opcode]), lengthOf(data), mask, masked]);
}

/** @param {Buffer} data */
function lengthOf({ length }) {
  if (length <= SHORT_MAX) return Buffer.from([MASKED | length]);
  if (length < 2 ** 16) {
    const bytes = Buffer.from([MASKED | LENGTH_OF_16_BITS, 0, 0]);
    bytes.writeUInt16BE(length, 1);
    return bytes;
  }
  const bytes = Buffer.from([MASKED | LENGTH_OF_64_BITS, 0, 0, 0, 0, 0, 0, 0, 0]);
  bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}

/**
 * @param {Buffer} data
 * @param {boolean} isBinary
 */
function messageShown(data, isBinary) {
  return `${isBinary ? 'binary' : 'text'} of ${data.length} bytes ${shown(data)}`;
}

module.exports = { EchoMessage, messageShown };
