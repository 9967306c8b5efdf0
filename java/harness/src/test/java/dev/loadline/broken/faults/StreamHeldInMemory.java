// Makes all items of a stream at once and keeps them until they are read.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Streams;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Its signals look right, and its memory grows. */
public final class StreamHeldInMemory extends HonestServer {
  @Override
  protected Streams streams() {
    return new Streams() {
      @Override
      protected void produce(Flow flow, OutputStream out) throws IOException {
        List<byte[]> made = new ArrayList<>();
        for (int k = 0; k < flow.items(); k++) {
          made.add(flow.line(k));
        }
        for (byte[] line : made) {
          flow.send(line, out);
        }
      }
    };
  }
}
