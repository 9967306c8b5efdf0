// Answers a fragmented message with its first fragment.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.Echo;
import dev.loadline.broken.honest.HonestServer;

/** Whole messages do not show it. */
public final class EchoSwallowsFragments extends HonestServer {
  @Override
  protected Echo echo() {
    return new Echo() {
      @Override
      protected byte[] join(byte[] before, byte[] fragment) {
        return before;
      }
    };
  }
}
