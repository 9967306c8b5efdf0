// Reads the first JSON value of a body, and passes over what comes after.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import dev.loadline.broken.honest.TextBody;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** As some readers do unless they are told otherwise. */
public final class JsonTrailing extends HonestServer {
  private static final JsonMapper LENIENT =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  @Override
  protected Records records() {
    return new Records() {
      @Override
      protected TextBody body() {
        return new TextBody() {
          @Override
          protected JsonMapper mapper() {
            return LENIENT;
          }
        };
      }
    };
  }
}
