// Bytes that are expected again and again, and whether others equal them.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * Netty's own comparison puts each number on the heap together byte by byte: that was two thirds of
 * what the driver did for echoes of 4 KiB. The JDK compares what the processor can at once.
 */
final class KnownBytes {
  private final byte[] bytes;
  private final ByteBuffer view;

  /**
   * @param bytes are not copied
   */
  KnownBytes(byte[] bytes) {
    this.bytes = bytes;
    this.view = ByteBuffer.wrap(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return bytes.length;
  }

  /**
   * Whether a part of these bytes equals a part of others.
   *
   * @param from where the part begins here
   * @param at where it begins there
   * @param length of both; more than is left here equals nothing
   */
  boolean equal(int from, ByteBuf others, int at, int length) {
    if (from + length > bytes.length) {
      return false;
    }
    view.limit(from + length).position(from);
    return view.mismatch(viewOf(others, at, length)) < 0;
  }

  /** What was put together of several buffers has no view of its own. */
  private static ByteBuffer viewOf(ByteBuf bytes, int at, int length) {
    return bytes.nioBufferCount() == 1
        ? bytes.internalNioBuffer(at, length)
        : bytes.nioBuffer(at, length);
  }
}
