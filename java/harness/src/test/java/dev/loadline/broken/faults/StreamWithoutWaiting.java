// Makes all items of a stream at once, whether the consumer takes them or not.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Streams;
import java.io.IOException;
import java.io.OutputStream;

/** Its signals tell on it. */
public final class StreamWithoutWaiting extends HonestServer {
  @Override
  protected Streams streams() {
    return new Streams() {
      @Override
      protected void produce(Flow flow, OutputStream out) throws IOException {
        try (OwedOutput owed = new OwedOutput(out)) {
          super.produce(flow, owed);
        }
      }
    };
  }
}
