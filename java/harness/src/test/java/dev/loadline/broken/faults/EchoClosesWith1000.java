// Closes every WebSocket with 1000, whatever was wrong and whatever the client sent.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Echo;
import dev.loadline.broken.honest.HonestServer;

/** A client cannot tell its own mistake from a farewell. */
public final class EchoClosesWith1000 extends HonestServer {
  @Override
  protected Echo echo() {
    return new Echo() {
      @Override
      protected int closeCode(int due) {
        return 1000;
      }
    };
  }
}
