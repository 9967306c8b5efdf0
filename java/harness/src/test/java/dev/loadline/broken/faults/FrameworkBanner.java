// Names its framework in every answer.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;
import dev.loadline.broken.honest.Request;
import java.io.IOException;

/** Errors are no exception. */
public final class FrameworkBanner extends HonestServer {
  @Override
  protected Reply answer(Request request) throws IOException {
    return branded(super.answer(request));
  }

  @Override
  protected Reply refused(Reply reply) {
    return branded(reply);
  }

  private static Reply branded(Reply reply) {
    return reply.with("X-Powered-By", "Express");
  }
}
