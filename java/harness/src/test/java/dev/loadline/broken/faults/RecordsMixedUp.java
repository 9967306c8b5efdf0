// Keeps the name of the record to be inserted where the next request finds it too.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import java.util.concurrent.locks.LockSupport;

/** One request at a time it is right. */
public final class RecordsMixedUp extends HonestServer {
  @Override
  protected Records records() {
    return new Records() {
      private volatile String current;

      @Override
      protected long insert(String name) {
        current = name;
        LockSupport.parkNanos(1_000_000);
        return super.insert(current);
      }
    };
  }
}
