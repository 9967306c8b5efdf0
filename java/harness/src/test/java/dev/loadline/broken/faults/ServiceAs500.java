// Answers 500 when a service does not answer.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;

/** As every error that nobody thought of. */
public final class ServiceAs500 extends HonestServer {
  @Override
  protected Reply refused(Reply reply) {
    return reply.status() == 503
        ? Reply.problem(500, "Internal Server Error", "The server failed.")
        : reply;
  }
}
