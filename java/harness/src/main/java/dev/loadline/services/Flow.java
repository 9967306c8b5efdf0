// The bytes of a relayed connection in one direction.
package dev.loadline.services;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

final class Flow {
  private static final int CHUNK_BYTES = 16_384;
  private static final int HELD_BYTES_MAX = 262_144;

  /** While it is silent it reads on, because it sees only by reading that somebody has gone. */
  private static final int HELD_BYTES_MAX_WHILE_SILENT = 67_108_864;

  private final SocketChannel source;
  private final SocketChannel sink;
  private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
  private final Deque<ByteBuffer> held = new ArrayDeque<>();
  private long heldBytes;
  private boolean ended;

  Flow(SocketChannel source, SocketChannel sink) {
    this.source = source;
    this.sink = sink;
  }

  void read(boolean passes) throws IOException {
    while (canRead(passes)) {
      int length = source.read(chunk.clear());
      if (length == 0) {
        return;
      }
      if (length < 0) {
        ended = true;
      } else {
        hold(chunk.flip());
      }
    }
  }

  boolean canRead(boolean passes) {
    return !ended && heldBytes < (passes ? HELD_BYTES_MAX : HELD_BYTES_MAX_WHILE_SILENT);
  }

  private void hold(ByteBuffer bytes) {
    heldBytes += bytes.remaining();
    held.add(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
  }

  void write() throws IOException {
    while (holdsBytes()) {
      ByteBuffer first = held.getFirst();
      heldBytes -= sink.write(first);
      if (first.hasRemaining()) {
        return;
      }
      held.removeFirst();
    }
  }

  boolean holdsBytes() {
    return !held.isEmpty();
  }

  /** Has its source ended, and is nothing left that may still be delivered? */
  boolean over(boolean passes) {
    return ended && (!passes || !holdsBytes());
  }
}
