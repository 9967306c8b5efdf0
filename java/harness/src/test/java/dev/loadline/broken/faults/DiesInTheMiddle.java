// Dies over one request, F(2).
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;
import dev.loadline.broken.honest.Request;
import java.io.IOException;

/** Whoever comes next finds nobody. */
public final class DiesInTheMiddle extends HonestServer {
  @Override
  protected Reply answer(Request request) throws IOException {
    if ("n=2".equals(request.query())) {
      System.err.println("out of memory, or so it says");
      Runtime.getRuntime().halt(7);
    }
    return super.answer(request);
  }
}
