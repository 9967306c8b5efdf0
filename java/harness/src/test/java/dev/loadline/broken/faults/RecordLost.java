// Acknowledges every 20th record without storing it.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import java.util.concurrent.atomic.AtomicInteger;

/** Whoever looks at one record or two sees nothing wrong. */
public final class RecordLost extends HonestServer {
  private static final int EVERY = 20;
  private static final long ID_OF_NONE = 900_000_000_000L;

  @Override
  protected Records records() {
    return new Records() {
      private final AtomicInteger acknowledged = new AtomicInteger();

      @Override
      protected long insert(String name) {
        return acknowledged.incrementAndGet() % EVERY == 0 ? ID_OF_NONE : super.insert(name);
      }
    };
  }
}
