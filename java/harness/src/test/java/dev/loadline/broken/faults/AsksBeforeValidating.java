// Asks its service before it has looked at the request.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Records;
import dev.loadline.broken.honest.Reply;
import dev.loadline.broken.honest.Request;
import java.io.IOException;

/** Bad input is told from a missing service only while the service is there. */
public final class AsksBeforeValidating extends HonestServer {
  @Override
  protected Records records() {
    return new Records() {
      @Override
      protected Reply post(Request request) throws IOException {
        find(0);
        return super.post(request);
      }
    };
  }
}
