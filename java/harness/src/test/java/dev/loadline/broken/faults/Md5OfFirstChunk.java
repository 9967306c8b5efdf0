// Hashes what it reads first of an upload, and no more.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Uploads;
import java.security.MessageDigest;

/** Small bodies do not show it. */
public final class Md5OfFirstChunk extends HonestServer {
  @Override
  protected Uploads uploads() {
    return new Uploads() {
      @Override
      protected void update(MessageDigest digest, byte[] bytes, int count, long before) {
        if (before == 0) {
          digest.update(bytes, 0, count);
        }
      }
    };
  }
}
