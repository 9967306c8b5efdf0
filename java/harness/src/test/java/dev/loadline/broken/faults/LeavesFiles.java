// Leaves a file in its temporary folder when it ends.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import java.io.IOException;
import java.nio.file.Files;

/** Each restart leaves one more. */
public final class LeavesFiles extends HonestServer {
  @Override
  protected void run() throws IOException {
    Files.createTempFile("native-library-", ".so");
    super.run();
  }
}
