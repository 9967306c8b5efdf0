// Waits for a silent service as long as it takes.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Cache;
import dev.loadline.broken.honest.HonestServer;

/** A driver's default. */
public final class WaitsForEver extends HonestServer {
  @Override
  protected Cache cache() {
    return new Cache() {
      @Override
      protected int answerMillis() {
        return 0;
      }
    };
  }
}
