// Stores names without the white space around them.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import dev.loadline.broken.honest.Request;
import dev.loadline.broken.honest.TextBody;
import java.io.IOException;

/** What was typed is not what is kept. */
public final class TextTrimmed extends HonestServer {
  @Override
  protected Records records() {
    return new Records() {
      @Override
      protected TextBody body() {
        return new TextBody() {
          @Override
          protected String read(Request request, String key) throws IOException {
            return super.read(request, key).strip();
          }
        };
      }
    };
  }
}
