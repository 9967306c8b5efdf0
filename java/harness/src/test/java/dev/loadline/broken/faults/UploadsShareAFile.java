// Writes all uploads to one and the same file.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Uploads;
import java.nio.file.Path;

/** One at a time they are right. */
public final class UploadsShareAFile extends HonestServer {
  @Override
  protected Uploads uploads() {
    return new Uploads() {
      @Override
      protected Path file() {
        return Path.of(System.getProperty("java.io.tmpdir"), "upload");
      }
    };
  }
}
