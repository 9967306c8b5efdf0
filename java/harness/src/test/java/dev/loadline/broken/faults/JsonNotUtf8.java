// Reads bytes that are not UTF-8 as if they were.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import dev.loadline.broken.honest.TextBody;
import java.nio.charset.StandardCharsets;

/** What cannot be read becomes U+FFFD. */
public final class JsonNotUtf8 extends HonestServer {
  @Override
  protected Records records() {
    return new Records() {
      @Override
      protected TextBody body() {
        return new TextBody() {
          @Override
          protected String decoded(byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
          }
        };
      }
    };
  }
}
