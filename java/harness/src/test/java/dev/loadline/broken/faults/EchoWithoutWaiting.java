// Reads on and on from a client that does not read, and keeps what it owes in memory.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Echo;
import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Request;
import java.io.IOException;
import java.io.OutputStream;

/** A client that reads does not notice. */
public final class EchoWithoutWaiting extends HonestServer {
  @Override
  protected Echo echo() {
    return new Echo() {
      @Override
      protected void speak(Request.Input in, OutputStream out) throws IOException {
        try (OwedOutput owed = new OwedOutput(out)) {
          super.speak(in, owed);
        }
      }
    };
  }
}
