// Keeps the end of what a server writes, so that a failure can show it.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public final class OutputTail {
  private static final int KEPT_BYTES = 8_192;

  private final byte[] kept = new byte[KEPT_BYTES];
  private final Thread reader;
  private long written;

  private OutputTail(InputStream stream, String name) {
    reader = new Thread(() -> readAll(stream), name);
    reader.setDaemon(true);
  }

  /** Reads the stream to its end, on a thread of its own. */
  public static OutputTail of(InputStream stream, String name) {
    OutputTail tail = new OutputTail(stream, name);
    tail.reader.start();
    return tail;
  }

  /**
   * The last words of a process that ended may still be on their way; a child may keep them open.
   */
  public void awaitEnd(long millis) throws InterruptedException {
    reader.join(millis);
  }

  private void readAll(InputStream stream) {
    byte[] chunk = new byte[KEPT_BYTES];
    try (stream) {
      for (int length = stream.read(chunk); length >= 0; length = stream.read(chunk)) {
        add(chunk, length);
      }
    } catch (IOException ended) {
      // The process was killed while we read: what we have is what there is.
      add(new byte[0], 0);
    }
  }

  private synchronized void add(byte[] chunk, int length) {
    for (int i = 0; i < length; i++) {
      kept[(int) (written++ % KEPT_BYTES)] = chunk[i];
    }
  }

  /** What was written last. */
  public synchronized String text() {
    int length = (int) Math.min(written, KEPT_BYTES);
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = kept[(int) ((written - length + i) % KEPT_BYTES)];
    }
    return new String(Arrays.copyOf(text, length), StandardCharsets.UTF_8).strip();
  }
}
