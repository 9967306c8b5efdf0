// Sends every message back as a text, binary ones too.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Echo;
import dev.loadline.broken.honest.Frame;
import dev.loadline.broken.honest.HonestServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What comes of asking a library for strings. */
public final class EchoAsText extends HonestServer {
  @Override
  protected Echo echo() {
    return new Echo() {
      @Override
      protected void answer(int opcode, byte[] message, OutputStream out) throws IOException {
        String text = new String(message, StandardCharsets.UTF_8);
        super.answer(Frame.TEXT, text.getBytes(StandardCharsets.UTF_8), out);
      }
    };
  }
}
