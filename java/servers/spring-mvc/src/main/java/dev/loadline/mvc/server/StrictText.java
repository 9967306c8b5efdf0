// Reads a body as text: UTF-8 without repairs, and no more of it than may come.
package dev.loadline.mvc.server;

import dev.loadline.workloads.Checks;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.stereotype.Component;

/** Takes the place of Spring's own converter, which repairs text and reads it to its end. */
@Component
class StrictText extends StringHttpMessageConverter {
  StrictText() {
    super(StandardCharsets.UTF_8);
    setWriteAcceptCharset(false);
  }

  @Override
  protected String readInternal(Class<? extends String> type, HttpInputMessage body)
      throws IOException {
    byte[] bytes = body.getBody().readNBytes(Limits.SMALL_BODY_BYTES + 1);
    if (bytes.length > Limits.SMALL_BODY_BYTES) {
      throw new Refused(
          Refused.Reason.TOO_LARGE, "At most " + Limits.SMALL_BODY_BYTES + " bytes may come.");
    }
    return Checks.utf8(bytes);
  }
}
