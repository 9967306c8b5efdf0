// Holds the whole body of an upload in memory.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import dev.loadline.broken.honest.Reply;
import dev.loadline.broken.honest.Request;
import dev.loadline.broken.honest.Uploads;
import java.io.IOException;
import java.security.MessageDigest;

/** It answers rightly and grows. */
public final class UploadInMemory extends HonestServer {
  @Override
  protected Uploads uploads() {
    return new Uploads() {
      @Override
      protected Reply take(Request request) throws IOException {
        byte[] body = request.content().readAllBytes();
        MessageDigest digest = md5();
        digest.update(body);
        return receipt(body.length, digest);
      }
    };
  }
}
