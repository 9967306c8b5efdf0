// Listens, and says for ever that it is not up yet.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;
import dev.loadline.broken.honest.Request;

/** A load balancer would never send it anything. */
public final class NeverReady extends HonestServer {
  @Override
  protected Reply answer(Request request) {
    return Reply.problem(503, "Service Unavailable", "The server is starting.");
  }
}
