// Bytes that have come and are not used yet, first in, first out.
package dev.loadline.contracts;

import java.nio.ByteBuffer;
import java.util.Arrays;

final class ByteQueue {
  private byte[] bytes = new byte[16_384];
  private int from;
  private int to;

  int size() {
    return to - from;
  }

  /** The byte so many places behind the first. */
  byte at(int index) {
    return bytes[from + index];
  }

  void add(ByteBuffer added) {
    int length = added.remaining();
    if (to + length > bytes.length) {
      int needed = size() + length;
      byte[] larger = needed > bytes.length / 2 ? new byte[needed * 2] : bytes;
      System.arraycopy(bytes, from, larger, 0, size());
      to = size();
      from = 0;
      bytes = larger;
    }
    added.get(bytes, to, length);
    to += length;
  }

  byte[] take(int length) {
    byte[] taken = Arrays.copyOfRange(bytes, from, from + length);
    from += length;
    return taken;
  }

  byte[] takeAll() {
    return take(size());
  }
}
