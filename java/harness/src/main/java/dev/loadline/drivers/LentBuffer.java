// The memory that all HTTP connections of the driver's one thread read into, one after the other.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Only for handlers that are done with the bytes when they return: the next read overwrites them.
 * Netty's own allocators give and take back a buffer for each answer.
 */
final class LentBuffer extends DefaultMaxMessagesRecvByteBufAllocator implements AutoCloseable {
  private static final int BYTES = 64 * 1024;

  private final ByteBuf bytes = Unpooled.directBuffer(BYTES, BYTES);

  @Override
  public MaxMessageHandle newHandle() {
    return new MaxMessageHandle() {
      @Override
      public int guess() {
        return BYTES;
      }

      @Override
      public ByteBuf allocate(ByteBufAllocator none) {
        return bytes.clear().retain();
      }
    };
  }

  @Override
  public void close() {
    bytes.release();
  }
}
