// Tells times with an offset in place of Z.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Messages;
import java.time.Instant;

/** As some versions of Jackson do. */
public final class TimeWithOffset extends HonestServer {
  @Override
  protected Messages messages() {
    return new Messages() {
      @Override
      protected String written(Instant time) {
        return super.written(time).replace("Z", "+0000");
      }
    };
  }
}
