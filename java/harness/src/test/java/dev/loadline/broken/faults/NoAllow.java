// Refuses a wrong method without a word on the right ones.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;

/** 405 asks for Allow. */
public final class NoAllow extends HonestServer {
  @Override
  protected Reply refused(Reply reply) {
    return reply.without("Allow");
  }
}
