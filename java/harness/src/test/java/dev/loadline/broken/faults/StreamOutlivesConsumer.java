// Goes on making items for a consumer that is gone.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Streams;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.LockSupport;

/** Nobody reads them. */
public final class StreamOutlivesConsumer extends HonestServer {
  @Override
  protected Streams streams() {
    return new Streams() {
      @Override
      protected void produce(Flow flow, OutputStream out) throws IOException {
        OutputStream consumer = out;
        for (int k = 0; k < flow.items(); k++) {
          try {
            flow.send(flow.line(k), consumer);
          } catch (IOException consumerGone) {
            consumer = new SlowSink();
          }
        }
      }
    };
  }

  /** Takes an item a millisecond, or all would be made before anybody looks. */
  private static final class SlowSink extends OutputStream {
    @Override
    public void write(int b) {
      LockSupport.parkNanos(1_000_000);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      write(0);
    }
  }
}
