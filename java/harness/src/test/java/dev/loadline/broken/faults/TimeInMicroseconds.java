// Tells times to the microsecond.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Messages;
import java.time.Instant;

/** MongoDB keeps milliseconds. */
public final class TimeInMicroseconds extends HonestServer {
  @Override
  protected Messages messages() {
    return new Messages() {
      @Override
      protected String written(Instant time) {
        return super.written(time).replace("Z", "000Z");
      }
    };
  }
}
