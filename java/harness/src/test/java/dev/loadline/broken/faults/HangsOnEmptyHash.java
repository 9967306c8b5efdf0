// Never answers the hash of the empty text.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import java.util.concurrent.locks.LockSupport;

/** As {@code return 0} hangs in an Express handler; everything else is right. */
public final class HangsOnEmptyHash extends HonestServer {
  @Override
  protected int hash(String input) {
    while (input.isEmpty()) {
      LockSupport.park();
    }
    return super.hash(input);
  }
}
