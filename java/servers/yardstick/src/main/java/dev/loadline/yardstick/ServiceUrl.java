// Where a service is, as the environment says it.
package dev.loadline.yardstick;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Read from {@code scheme://user:password@host:port/database}; what is not there is empty. */
record ServiceUrl(String host, int port, String user, String password, String database) {
  /** What an environment variable holds, or null where there is none. */
  static ServiceUrl of(String variable, int defaultPort) {
    String text = System.getenv(variable);
    if (text == null || text.isEmpty()) {
      return null;
    }
    URI uri = URI.create(text);
    String userInfo = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
    int colon = userInfo.indexOf(':');
    return new ServiceUrl(
        uri.getHost(),
        uri.getPort() < 0 ? defaultPort : uri.getPort(),
        decoded(colon < 0 ? userInfo : userInfo.substring(0, colon)),
        decoded(colon < 0 ? "" : userInfo.substring(colon + 1)),
        uri.getPath().isEmpty() ? "" : uri.getPath().substring(1));
  }

  /** Percent-encoding alone: here a plus is a plus. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
