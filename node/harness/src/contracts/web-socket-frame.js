/** Writes WebSocket frames (RFC 6455, section 5.2), the forbidden ones too. */
'use strict';

const { randomBytes } = require('node:crypto');

const TEXT = 0x1;
const BINARY = 0x2;
const CLOSE = 0x8;

/**
 * @typedef {object} FrameParts
 * @property {number} opcode 0 to 15
 * @property {Buffer} payload
 * @property {boolean} [final] (true)
 * @property {number} [reserved] the three reserved bits (0)
 * @property {boolean} [masked] (true) as a client must
 * @property {number} [announcedBytes] another length than the payload's
 */

/**
 * @param {FrameParts} parts
 * @returns {Buffer}
 */
function frame({ opcode, payload, final = true, reserved = 0, masked = true, announcedBytes }) {
  const first = (final ? 0x80 : 0) | (reserved << 4) | opcode;
  const [second, extended] = lengthBytes(announcedBytes ?? payload.length);
  const head = [Buffer.from([first, (masked ? 0x80 : 0) | second]), extended];
  if (!masked) return Buffer.concat([...head, payload]);
  const mask = randomBytes(4);
  return Buffer.concat([...head, mask, maskedBytes(payload, mask)]);
}

/**
 * @param {number} length
 * @returns {[number, Buffer]} seven bits, and what follows them
 */
function lengthBytes(length) {
  if (length < 126) return [length, Buffer.alloc(0)];
  if (length < 65_536) {
    const extended = Buffer.alloc(2);
    extended.writeUInt16BE(length);
    return [126, extended];
  }
  const extended = Buffer.alloc(8);
  extended.writeBigUInt64BE(BigInt(length));
  return [127, extended];
}

/**
 * @param {Buffer} payload
 * @param {Buffer} mask
 * @returns {Buffer}
 */
function maskedBytes(payload, mask) {
  const bytes = Buffer.from(payload);
  for (let index = 0; index < bytes.length; index++) bytes[index] ^= mask[index & 3];
  return bytes;
}

/**
 * @param {{ code?: number, reason?: string }} close
 * @returns {Buffer}
 */
function closePayload({ code, reason = '' }) {
  if (code === undefined) return Buffer.alloc(0);
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(code);
  return Buffer.concat([bytes, Buffer.from(reason, 'utf8')]);
}

module.exports = { TEXT, BINARY, CLOSE, frame, closePayload };
