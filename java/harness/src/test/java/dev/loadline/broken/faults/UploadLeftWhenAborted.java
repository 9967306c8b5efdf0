// Removes the file of an upload only when it was complete.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Uploads;
import java.io.IOException;
import java.nio.file.Path;

/** Clients that vanish fill the disk. */
public final class UploadLeftWhenAborted extends HonestServer {
  @Override
  protected Uploads uploads() {
    return new Uploads() {
      @Override
      protected void discard(Path file, boolean complete) throws IOException {
        if (complete) {
          super.discard(file, complete);
        }
      }
    };
  }
}
