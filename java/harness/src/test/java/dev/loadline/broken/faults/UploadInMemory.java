// Writes the body to its file, and keeps it all in memory as well.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Uploads;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** It answers rightly and grows. */
public final class UploadInMemory extends HonestServer {
  @Override
  protected Uploads uploads() {
    return new Uploads() {
      private final Queue<byte[]> kept = new ConcurrentLinkedQueue<>();

      @Override
      protected void update(MessageDigest digest, byte[] bytes, int count, long before) {
        if (before == 0) {
          kept.clear();
        }
        kept.add(Arrays.copyOf(bytes, count));
        super.update(digest, bytes, count, before);
      }
    };
  }
}
