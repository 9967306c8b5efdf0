// The client broke the connection, which is nobody's failure.
package dev.loadline.broken.honest;

import java.io.IOException;

/** Told apart from the failures of files, which are answered with 500. */
final class PeerGone extends IOException {
  private static final long serialVersionUID = 1L;

  PeerGone(Throwable cause) {
    super("the client is gone", cause);
  }
}
