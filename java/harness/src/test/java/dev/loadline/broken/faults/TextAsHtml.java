// Calls plain text HTML.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;
import dev.loadline.broken.honest.Request;
import java.io.IOException;

/** As Express does with every string. */
public final class TextAsHtml extends HonestServer {
  @Override
  protected Reply answer(Request request) throws IOException {
    Reply reply = super.answer(request);
    boolean plain = reply.headers().getOrDefault("Content-Type", "").startsWith("text/plain");
    return plain ? reply.with("Content-Type", "text/html; charset=utf-8") : reply;
  }
}
