// Says with every reply what it is made of.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;
import dev.loadline.broken.honest.Request;
import java.io.IOException;

/** Every case sees the header. */
public final class FrameworkBanner extends HonestServer {
  @Override
  protected Reply answer(Request request) throws IOException {
    return super.answer(request).with("X-Powered-By", "Express");
  }
}
