// Sends binary messages back as text.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Echo;
import dev.loadline.broken.honest.Frame;
import dev.loadline.broken.honest.HonestServer;
import java.io.IOException;
import java.io.OutputStream;

/** What comes of asking a library for strings. */
public final class EchoAsText extends HonestServer {
  @Override
  protected Echo echo() {
    return new Echo() {
      @Override
      protected void answer(int opcode, byte[] message, OutputStream out) throws IOException {
        super.answer(Frame.TEXT, message, out);
      }
    };
  }
}
