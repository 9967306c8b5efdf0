// Writes a stream of items to its consumer, blocking.
package dev.loadline.mvc.server;

import dev.loadline.workloads.ItemStream;
import java.io.IOException;
import java.io.OutputStream;

/** The thread that writes waits for as long as the consumer does not read. */
public final class Production {
  private Production() {}

  /** Writes all items; ends the stream whatever happens. */
  public static void run(ItemStream stream, OutputStream consumer) throws IOException {
    try {
      byte[] batch = stream.batch();
      for (int length; (length = stream.fill(batch)) > 0; ) {
        stream.waiting();
        consumer.write(batch, 0, length);
        stream.resumed();
      }
      consumer.flush();
      stream.completed();
    } finally {
      stream.cancelled();
    }
  }
}
