// Answers 200 and the same to everything.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;
import dev.loadline.broken.honest.Request;

/** It is always up and never right. */
public final class OkToEverything extends HonestServer {
  @Override
  protected Reply answer(Request request) {
    return Reply.json("{\"status\":\"up\"}");
  }
}
