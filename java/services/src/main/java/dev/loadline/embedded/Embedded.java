// A backing service that can be started without being installed.
package dev.loadline.embedded;

import java.nio.file.Path;

interface Embedded {
  /**
   * @param folder its own, removed at the end
   * @return once it truly answers
   * @throws Exception each library's own way of saying why it cannot be
   */
  Started start(Path folder) throws Exception;

  /** As often as a start is worth an attempt, each in a folder of its own. */
  default int attempts() {
    return 1;
  }

  /**
   * @param description such as {@code Redis 7.0.15 (embedded)}
   */
  record Started(String url, String description) {}
}
