// Loses the item that follows a pause of the consumer.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Streams;
import java.io.IOException;
import java.io.OutputStream;

/** A consumer that never pauses gets them all. */
public final class StreamDropsAfterPause extends HonestServer {
  @Override
  protected Streams streams() {
    return new Streams() {
      @Override
      protected void produce(Flow flow, OutputStream out) throws IOException {
        for (int k = 0; k < flow.items(); k++) {
          boolean paused = flow.send(flow.line(k), out);
          if (paused) {
            k++;
          }
        }
      }
    };
  }
}
